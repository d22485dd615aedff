public import Scheduling

/// A person who follows a plan.
///
///     var ann = Patient(id: "ann", zone: Zone("Europe/Berlin")!, group: "B")
///     ann.start = CivilDate("2025-01-06")
///     ann.tags = ["insulin"]
///     print(ann.zone.id, ann.group ?? "none")  // Europe/Berlin B
public struct Patient: Hashable, Sendable {
  /// The name under which records refer to the patient; any text.
  public var id: String
  /// The zone in which floating times resolve and days begin.
  public var zone: Zone
  /// The part of the cohort that the patient is compared with, such as a study arm.
  public var group: String?
  /// The first day of treatment; `nil` means the day of the first planned occurrence.
  public var start: CivilDate?
  /// The given name.
  public var givenName: String?
  /// The family name.
  public var familyName: String?
  /// The administrative sex, as FHIR has it.
  public var sex: Sex?
  /// The day of birth.
  public var birthDate: CivilDate?
  /// What the patient is allergic to.
  public var allergies: [String] = []
  /// The days on which the patient is observed; outside them nothing is due and nothing is missed.
  ///
  /// That of the newest version in force speaks for all days.
  public var observation = ObservationPeriod()
  /// The moment from which this version holds, by the clock of ``zone``; `nil` means always.
  public var effectiveFrom: Moment?
  /// When this version became known; `nil` means always.
  public var recordedAt: Instant?
  /// The moment from which the patient is no more part of the cohort and nothing is due; the past stays.
  public var deletedAt: Moment?
  /// Words to find the patient by.
  public var tags: [String] = []
  /// What was noted about the patient.
  public var notes: [Note] = []
  /// The patient's name in another system.
  public var remoteID: String?
  /// What a program wants to remember.
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
