import AdherenceAnalytics
public import ArgumentParser
public import FHIR
import Foundation
import Scheduling

/// What data of other systems leave to the caller.
struct ExchangeOptions: ParsableArguments {
  @Option(
    help:
      "The zone of patients whose data name none. (default: of tables the clock as it was written)")
  var zone: Zone?
  @Option(
    help: """
      The patient's id where the data name none, as calendars and tables of one person. (default: of calendars \
      the file's name)
      """)
  var patientID: String?
  @OptionGroup var dosing: DosingOptions
  @Option(help: "What FHIR's stays in hospital do to plans: hold or ignore.")
  var inpatient = FHIRRecords.Options.InpatientStays.hold
}

/// What FHIR's dosages leave to the caller.
struct DosingOptions: ParsableArguments {
  @Option(
    help: """
      When codes of FHIR such as BID and MORN are: standard, or a file of JSON. (default: those that stand \
      for no hour give none)
      """)
  var profile: String?
  @Option(
    help: """
      Whether the numbered dosages of FHIR follow each other: ordered or concurrent. (default: ordered)
      """)
  var sequences: DosageSequences?

  /// The options that were given.
  var given: [String] {
    [("--profile", profile != nil), ("--sequences", sequences != nil)].filter(\.1).map(\.0)
  }

  /// The hours that were said.
  func dosingProfile() throws(InputError) -> DosingProfile {
    guard let profile else { return .standard }
    if profile == "standard" { return .standardGivingTimes }
    guard let data = try Data.contents(ofFile: profile) else {
      throw InputError(.unreadable(reason: "there is no such file"), source: profile)
    }
    do { return try DosingProfile(json: data) } catch { throw error.at(source: profile) }
  }
}

/// What the numbers of dosages mean.
enum DosageSequences: String, CaseIterable, ExpressibleByArgument {
  case ordered, concurrent
}

extension FHIRRecords.Options.InpatientStays: ExpressibleByArgument {}
extension FHIRRelease: ExpressibleByArgument {}
