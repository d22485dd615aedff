import AdherenceAnalytics
public import ArgumentParser
import Diagnostics
public import FHIR
import Formats
import Foundation
import Scheduling

/// Options for data of other systems.
struct ExchangeOptions: ParsableArguments {
  @Option(
    help:
      "The time zone of patients without one. (default: for tables, local times as written)")
  var zone: Zone?
  @Option(
    help: """
      The patient's id for data without one, such as calendars and tables of one person. (default: for calendars \
      the file's name)
      """)
  var patientID: String?
  @OptionGroup var dosing: DosingOptions
  @Option(help: "The effect of hospital stays in FHIR data on plans: hold or ignore.")
  var inpatient = FHIRRecords.Options.InpatientStays.hold
}

/// Options for FHIR dosages.
struct DosingOptions: ParsableArguments {
  @Option(
    help: """
      The times of day of FHIR codes such as BID and MORN: standard, or a JSON file. (default: codes without \
      a defined time have none)
      """)
  var profile: String?
  @Option(
    help: """
      Whether numbered FHIR dosages are consecutive phases: ordered or concurrent. (default: ordered)
      """)
  var sequences: DosageSequences?

  /// The given options.
  var given: [String] {
    [("--profile", profile != nil), ("--sequences", sequences != nil)].filter(\.1).map(\.0)
  }

  /// Returns the selected profile.
  func dosingProfile() throws(InputError) -> DosingProfile {
    guard let profile else { return .standard }
    if profile == "standard" { return .standardGivingTimes }
    guard let data = try Data.contents(ofFile: profile) else {
      throw InputError(.unreadable(reason: "there is no such file"), source: profile)
    }
    do { return try DosingProfile(json: data) } catch { throw error.at(source: profile) }
  }
}

/// The meaning of `Dosage.sequence`.
enum DosageSequences: String, CaseIterable, ExpressibleByArgument {
  case ordered, concurrent
}

extension FHIRRecords.Options.InpatientStays: ExpressibleByArgument {}
extension FHIRRelease: ExpressibleByArgument {}
