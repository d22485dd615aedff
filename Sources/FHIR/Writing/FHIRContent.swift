public import AdherenceAnalytics
public import Scheduling

/// What is written of each record, and how.
///
///     var content = FHIRContent(AdherenceQuery(january, by: .week))
///     content.measure = "http://example.org/Measure/adherence"
///     content.hasRecords = false  // the weeks alone, without what they were counted from
public struct FHIRContent: Sendable {
  /// What adherence is asked; its moment is that of every status too.
  public var query: AdherenceQuery
  /// The release that receives it.
  public var release = FHIRRelease.r4
  /// Whether patients, requests, events and care plans are written.
  public var hasRecords = true
  /// Whether the adherence of each task and of all is written, an Observation a period.
  public var hasAdherence = true
  /// The canonical URL of the Measure that MeasureReports are of; `nil` writes none.
  public var measure: String?
  /// Whether requests of medicines say whether they are kept to, as US Core has it.
  ///
  /// There it means what somebody reported, and not what was counted.
  public var assertsMedicationAdherence = false
  /// The share from which a patient counts as adherent.
  public var threshold = Share(4, of: 5)
  /// The days of which plans are written by their occurrences where no Timing says them, as with cycles and
  /// exclusions; `nil` leaves such plans out.
  public var eventDays: Range<CivilDate>?
  /// Says when a plan is due.
  package var dosages: WrittenDosage.Writing = { (schedule, zone, release) throws(InputError) in
    try WrittenDosage.dosages(of: schedule, in: zone, release)
  }

  /// Creates what is written by default: records and their adherence, in R4.
  public init(_ query: AdherenceQuery) { self.query = query }
}

/// A Dosage by its members, each of which is JSON.
package struct WrittenDosage: Sendable {
  /// The members in their order, such as `timing` and `doseAndRate`.
  package var members: [(name: String, json: [UInt8])]

  /// Creates a dosage.
  package init(_ members: [(name: String, json: [UInt8])]) { self.members = members }

  /// Writes the dosages of a schedule in a patient's zone, or refuses what FHIR cannot say.
  package typealias Writing =
    @Sendable (Schedule, Zone, FHIRRelease) throws(InputError) ->
    [WrittenDosage]

  /// A member by its name; `nil` where there is none.
  subscript(name: String) -> [UInt8]? { members.first { $0.name == name }?.json }
}
