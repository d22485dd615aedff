import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import FHIR
import Scheduling

/// Which resources of FHIR are written.
struct ResourceOptions: ParsableArguments {
  @Option(help: "The release of FHIR: R4 or R5.")
  var release = FHIRRelease.r4
  @Flag(help: "Write the adherence of each task and period as an Observation.")
  var adherence = false
  @Option(help: "Write MeasureReports of the Measure with this canonical URL.")
  var measure: String?
  @Flag(help: "Say on each request for a medicine whether it is kept to, as US Core has it.")
  var usCore = false
  @Flag(help: "Leave out patients, requests and events: adherence alone.")
  var withoutRecords = false
  @Option(help: "The periods of adherence.")
  var by = CalendarPeriod.month
  @Option(help: "The share from which a patient is adherent.")
  var threshold = Share(4, of: 5)

  /// What is written of a question's answers.
  func content(_ query: AdherenceQuery) -> FHIRContent {
    var content = FHIRContent(query)
    (content.release, content.measure, content.threshold) = (release, measure, threshold)
    (content.hasRecords, content.hasAdherence) = (!withoutRecords, adherence)
    content.assertsMedicationAdherence = usCore
    return content
  }
}
