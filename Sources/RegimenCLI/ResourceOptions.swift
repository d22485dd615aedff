import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import FHIR
import Scheduling

/// The FHIR resources to write.
struct ResourceOptions: ParsableArguments {
  @Option(help: "The FHIR release: R4 or R5.")
  var release = FHIRRelease.r4
  @Flag(help: "Write the adherence of each task and period as an Observation.")
  var adherence = false
  @Option(help: "Write MeasureReports of the Measure with this canonical URL.")
  var measureURL: String?
  @Flag(help: "Add US Core's adherence extension to each MedicationRequest.")
  var usCore = false
  @Flag(help: "Omit patients, requests and events, and write only adherence.")
  var withoutRecords = false
  @Option(help: .option("by"))
  var by = CalendarPeriod.month
  @Option(help: .option("threshold"))
  var threshold = Share(4, of: 5)

  /// Returns the content to write for a query.
  func content(_ query: AdherenceQuery) -> FHIRContent {
    var content = FHIRContent(query)
    (content.release, content.measure, content.threshold) = (release, measureURL, threshold)
    (content.hasRecords, content.hasAdherence) = (!withoutRecords, adherence)
    content.assertsMedicationAdherence = usCore
    return content
  }
}
