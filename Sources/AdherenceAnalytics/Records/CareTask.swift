package import Diagnostics
public import Scheduling

/// A version of a task that a patient is asked to do, with its schedule.
///
///     var walk = CareTask(
///       id: "walk", schedule: try Schedule(words: "3 times a week", from: CivilDate("2025-01-06")!))
///     walk.group = "exercise"
///     walk.impactsAdherence = false  // it has a series of its own, and is in no total
///     print(walk.schedule.summary)  // 3 times a week
public struct CareTask: Hashable, Sendable {
  /// The id by which outcomes refer to the task, shared by its versions.
  public var id: String
  /// The display name.
  public var title: String?
  /// Instructions for the patient.
  public var instructions: String?
  /// The group whose totals include the task, such as `medication`.
  public var group: String?
  /// The id of the care plan that it belongs to.
  public var carePlan: String?
  /// The schedule.
  public var schedule: Schedule
  /// How outcomes without a key are matched with occurrences.
  public var matching = Matching.window
  /// How outcomes are scored; `nil` to use the query's scoring.
  public var scoring: Scoring?
  /// The minimum number of seconds between doses: an event sooner after the last kept one belongs to the same
  /// dose.
  ///
  /// Their amounts are summed up to that of a dose; further events, and events without amounts, are dropped
  /// and counted. Events in no occurrence's window are not affected.
  public var minWait: Int?
  /// The parameters of the drug for measures of coverage; without them these are missing.
  public var drug: DrugParameters?
  /// Whether the task is included in totals; it is reported in either case.
  public var impactsAdherence = true
  /// The start of this version's effective time; `nil` if unbounded, as for a first version.
  public var effectiveFrom: LocalOrInstant?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// The time of deletion; earlier times are unaffected.
  public var deletedAt: LocalOrInstant?
  /// Keywords.
  public var tags: [String] = []
  /// Notes about the task.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]
  /// The schedule as written, if ``schedule`` was dated by the patient's events; otherwise `nil`.
  package var undatedSchedule: Schedule?
  /// The events and completions without which parts of the written schedule have no dates.
  package var eventsMissing: [FollowedEvent] = []
  /// The error because of which the written schedule cannot be dated.
  package var datingProblem: InputError?

  /// Creates a task that is always effective and matched by window.
  public init(id: String, schedule: Schedule) {
    self.id = id
    self.schedule = schedule
  }
}

/// How outcomes with a time and no key are matched with occurrences.
public enum Matching: String, CaseIterable, Hashable, Sendable, Codable {
  /// In order, each within its occurrence's window: as many as possible, then as close as possible.
  case window
  /// To the nearest occurrence, whose time extends to the midpoints between it and its neighbours, as in
  /// electronic monitoring.
  case nearest
  /// Not at all: only outcomes with a key count.
  case keyed
}
