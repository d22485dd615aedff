public import Scheduling

/// A person who follows a plan.
///
///     var ann = Patient(id: "ann", zone: Zone("Europe/Berlin")!, group: "B")
///     ann.start = CivilDate("2025-01-06")
///     ann.tags = ["insulin"]
///     print(ann.zone.id, ann.group ?? "none")  // Europe/Berlin B
public struct Patient: Hashable, Sendable {
  /// The id by which records refer to the patient; any text.
  public var id: String
  /// The zone of floating times and of the start of days.
  public var zone: Zone
  /// The group for comparison within the cohort, such as a study arm.
  public var group: String?
  /// The first day of treatment; `nil` means the day of the first planned occurrence.
  public var start: CivilDate?
  /// The given name.
  public var givenName: String?
  /// The family name.
  public var familyName: String?
  /// The administrative gender, as in FHIR.
  public var sex: Sex?
  /// The day of birth.
  public var birthDate: CivilDate?
  /// Allergies.
  public var allergies: [String] = []
  /// The days on which the patient is observed; outside them nothing is due.
  ///
  /// The period of the latest effective version applies to all days.
  public var observation = ObservationPeriod()
  /// The start of this version's effective time, in local time of ``zone``; `nil` if unbounded.
  public var effectiveFrom: LocalOrInstant?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// The time of deletion from the cohort, from which nothing is due; earlier times are unaffected.
  public var deletedAt: LocalOrInstant?
  /// Keywords.
  public var tags: [String] = []
  /// Notes about the patient.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]

  /// FHIR's administrative genders.
  public enum Sex: String, CaseIterable, Hashable, Sendable, Codable {
    case male, female, other, unknown
  }

  /// Creates a patient.
  public init(id: String, zone: Zone, group: String? = nil) {
    self.id = id
    self.zone = zone
    self.group = group
  }
}
