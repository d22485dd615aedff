public import AdherenceAnalytics
package import Diagnostics
public import Scheduling

/// The resources to write for each record, and their options.
///
///     var content = FHIRContent(AdherenceQuery(january, by: .week))
///     content.measure = "http://example.org/Measure/adherence"
///     content.hasRecords = false  // only the weekly adherence
public struct FHIRContent: Sendable {
  /// The adherence query; its time also determines the request statuses.
  public var query: AdherenceQuery
  /// The target FHIR release.
  public var release = FHIRRelease.r4
  /// Whether patients, requests, events, named events and care plans are written.
  public var hasRecords = true
  /// Whether the adherence of each task and of all tasks is written, one Observation per period.
  public var hasAdherence = true
  /// The canonical URL of the Measure of the MeasureReports; `nil` writes none.
  public var measure: String?
  /// Whether MedicationRequests get US Core's adherence extension.
  ///
  /// US Core defines it as reported adherence rather than computed adherence.
  public var assertsMedicationAdherence = false
  /// The ratio from which a patient counts as adherent.
  public var threshold = Share(4, of: 5)
  /// The dates whose occurrences are written as events for plans that a Timing cannot represent,
  /// such as cycles and exclusions; if `nil`, such plans are omitted.
  public var eventDays: Range<CivilDate>?
  /// Converts a schedule to dosages.
  package var dosages: WrittenDosage.Writing = { (schedule, zone, release) throws(InputError) in
    try WrittenDosage.dosages(of: schedule, in: zone, release)
  }

  /// Creates the default content: records and their adherence, in R4.
  public init(_ query: AdherenceQuery) { self.query = query }
}

/// A Dosage as a list of members in JSON.
package struct WrittenDosage: Sendable {
  /// The members in order, such as `timing` and `doseAndRate`.
  package var members: [(name: String, json: [UInt8])]

  package init(_ members: [(name: String, json: [UInt8])]) { self.members = members }

  /// A function that writes the dosages of a schedule in the patient's time zone, or throws if FHIR
  /// cannot represent it.
  package typealias Writing =
    @Sendable (Schedule, Zone, FHIRRelease) throws(InputError) ->
    [WrittenDosage]

  /// Returns a member by name.
  subscript(name: String) -> [UInt8]? { members.first { $0.name == name }?.json }
}

/// The supported FHIR releases for writing.
public enum FHIRRelease: String, CaseIterable, Hashable, Sendable {
  case r4 = "R4"
  case r5 = "R5"
}
