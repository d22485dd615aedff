import Scheduling

/// Which outcomes a query asks for.
///
/// Of outcomes with several versions, filters look at the newest.
public struct OutcomeQuery: Hashable, Sendable {
  /// The ids to choose; `nil` leaves them open.
  public var ids: Set<String>?
  /// The ids of tasks to choose; `nil` leaves them open.
  public var tasks: Set<String>?
  /// The tasks' names in another system; `nil` leaves them open.
  public var taskRemoteIDs: Set<String>?
  /// The groups to choose, `nil` among them for outcomes without one; `nil` leaves them open.
  public var groups: Set<String?>?
  /// The tags of which an outcome must have one; `nil` leaves them open.
  public var tags: Set<String>?
  /// The names in another system, `nil` among them for outcomes without one; `nil` leaves them open.
  public var remoteIDs: Set<String?>?
  /// The time for which the occurrence was planned, or without one that of the event; `nil` gives all
  /// versions, those that take an outcome back included.
  public var range: DateRange?
  /// The order of the answer; empty for that in which they were first written.
  public var sortedBy: [SortOrder<Key>] = []
  /// How many of the first outcomes to leave out; 0 or more.
  public var offset = 0
  /// The most outcomes to return; 0 or more.
  public var limit: Int?

  /// What outcomes are sorted by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case group
    /// When it happened.
    case time
    /// When the version that filters look at was recorded.
    case recorded
  }

  /// Chooses all outcomes.
  public init() {}

  /// Chooses the outcomes of tasks.
  public init(tasks: Set<String>) { self.tasks = tasks }
}

extension OutcomeQuery: RecordQuery {
  func includes(_ outcome: Outcome, of record: CareRecord) -> Bool {
    tasks?.contains(outcome.task) != false && hasTask(outcome.task, in: record)
  }

  private func hasTask(_ id: String, in record: CareRecord) -> Bool {
    guard let taskRemoteIDs else { return true }
    let newest = record.tasks.last { $0.id == id }
    return newest?.remoteID.map(taskRemoteIDs.contains) ?? false
  }
}

extension OutcomeQuery.Key: SortKey {
  func value(of thing: Thing<Outcome>) -> SortValue {
    switch self {
    case .group: SortValue(thing.newest.group)
    case .time: thing.newest.time.map(SortValue.instant) ?? .nothing
    case .recorded: thing.recorded
    }
  }
}
