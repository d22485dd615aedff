import Scheduling

/// Which tasks a query asks for.
///
/// Of tasks with several versions, filters look at the newest, or at the newest in the range.
public struct TaskQuery: Hashable, Sendable {
  /// The ids to choose; `nil` leaves them open.
  public var ids: Set<String>?
  /// The groups to choose, `nil` among them for tasks without one; `nil` leaves them open.
  public var groups: Set<String?>?
  /// The tags of which a task must have one; `nil` leaves them open.
  public var tags: Set<String>?
  /// The names in another system, `nil` among them for tasks without one; `nil` leaves them open.
  public var remoteIDs: Set<String?>?
  /// The ids of care plans, `nil` among them for tasks without one; `nil` leaves them open.
  public var carePlans: Set<String?>?
  /// The care plans' names in another system; `nil` leaves them open.
  public var carePlanRemoteIDs: Set<String>?
  /// The time for which the newest version is wanted; `nil` gives all versions, which evaluations need.
  public var range: DateRange?
  /// Whether to leave out tasks of which nothing is under way in the range while the version holds.
  ///
  /// Without a range it leaves out none. Quotas and what is taken as needed are always under way.
  public var excludesTasksWithNoEvents = false
  /// The order of the answer; empty for that in which they were first written.
  public var sortedBy: [SortOrder<Key>] = []
  /// How many of the first tasks to leave out; 0 or more.
  public var offset = 0
  /// The most tasks to return; 0 or more.
  public var limit: Int?

  /// What tasks are sorted by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case effectiveFrom, title, group
    /// When the version that filters look at was recorded.
    case recorded
  }

  /// Chooses all tasks.
  public init() {}

  /// Chooses tasks by their ids.
  public init(ids: Set<String>) { self.ids = ids }

  /// Chooses tasks by their groups.
  public init(groups: Set<String?>) { self.groups = groups }
}

extension TaskQuery: RecordQuery {
  func includes(_ task: CareTask, of record: CareRecord) -> Bool {
    carePlans?.contains(task.carePlan) != false
      && record.hasCarePlan(task.carePlan, called: carePlanRemoteIDs)
      && (!excludesTasksWithNoEvents || hasEvents(task, in: record.patient.zone))
  }

  private func hasEvents(_ task: CareTask, in zone: Zone) -> Bool {
    guard let range = range?.instants(in: zone) else { return true }
    let begin = max(range.lowerBound, task.begin(in: zone))
    let end = min(range.upperBound, task.deletedAt?.instant(in: zone) ?? .latest)
    guard begin < end else { return false }
    // Quotas and what is taken as needed can be done at any time.
    let isTimeless = task.schedule.elements.contains { element in
      !element.recurrence.hasOccurrences && element.start.instant(in: zone) < end
        && element.end.map { $0.instant(in: zone) > begin } != false
    }
    if isTimeless { return true }
    let occurrences = try? Occurrences(of: task.schedule, in: zone)
    return occurrences?.overlapping(begin..<end, limit: 1).isEmpty == false
  }
}

extension TaskQuery.Key: SortKey {
  func value(of thing: Thing<CareTask>) -> SortValue {
    switch self {
    case .effectiveFrom: thing.effectiveFrom
    case .title: SortValue(thing.newest.title)
    case .group: SortValue(thing.newest.group)
    case .recorded: thing.recorded
    }
  }
}
