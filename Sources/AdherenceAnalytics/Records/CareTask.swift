public import Scheduling

/// Something a patient is asked to do, and when; one version of it.
///
///     var walk = CareTask(
///       id: "walk", schedule: try Schedule(words: "3 times a week", from: CivilDate("2025-01-06")!))
///     walk.group = "exercise"
///     walk.impactsAdherence = false  // it has a series of its own, and is in no total
///     print(walk.schedule.summary)  // 3 times a week
public struct CareTask: Hashable, Sendable {
  /// The name under which outcomes refer to the task, unique for a patient but for its versions.
  public var id: String
  /// The name that people read.
  public var title: String?
  /// What to do, in words.
  public var instructions: String?
  /// The tasks that it is summed up with, such as `medication`.
  public var group: String?
  /// The id of the care plan that it belongs to.
  public var carePlan: String?
  /// When the task is due.
  public var schedule: Schedule
  /// How outcomes that name no occurrence find one.
  public var matching = Matching.window
  /// How outcomes are measured; `nil` leaves it to the query.
  public var scoring: Scoring?
  /// The seconds within which events after the last kept one are of one dose with it.
  ///
  /// Their amounts are added up to that of a dose; beyond that, or without amounts, they are dropped and counted.
  /// Events in no occurrence's window play no part.
  public var minWait: Int?
  /// What measures of coverage need to know of the drug; `nil` leaves them missing.
  public var drug: DrugParameters?
  /// Whether the task counts in totals; it is reported either way.
  public var impactsAdherence = true
  /// The moment from which this version holds; `nil` means from ever, so that it is the first.
  public var effectiveFrom: Moment?
  /// When this version became known; `nil` means always.
  public var recordedAt: Instant?
  /// The moment from which the task is no more; its past stays.
  public var deletedAt: Moment?
  /// Words to find the task by.
  public var tags: [String] = []
  /// What was noted about the task.
  public var notes: [Note] = []
  /// Its name in another system.
  public var remoteID: String?
  /// What a program wants to remember.
  public var userInfo: [String: String] = [:]

  /// Creates a task that holds from ever and is matched by window.
  public init(id: String, schedule: Schedule) {
    self.id = id
    self.schedule = schedule
  }
}

/// How outcomes that carry a time and no key find their occurrences.
public enum Matching: String, CaseIterable, Hashable, Sendable, Codable {
  /// In order, each within its occurrence's window: as many as possible, then as close as possible.
  case window
  /// Each occurrence owns the time between the midpoints to its neighbours, as electronic monitoring
  /// has it.
  case nearest
  /// Not at all: only outcomes with a key count.
  case keyed
}
