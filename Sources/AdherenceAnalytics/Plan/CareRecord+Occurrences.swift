public import Scheduling

/// An occurrence of a task with its planned properties.
public struct PlannedOccurrence: Hashable, Sendable {
  /// The index of the task among those of the record, in order of first appearance.
  public let taskIndex: Int
  /// The id of the task.
  public let task: String
  /// The key of the occurrence.
  public let key: OccurrenceKey
  /// The start.
  public let start: Instant
  /// The end.
  public let end: Instant
  /// The ordinal in its element; `nil` for an added occurrence.
  public let ordinal: Int?
  /// The text for the person who follows the plan.
  public let text: String?
  /// The targets.
  public let targets: [ScheduleElement.Target]

  fileprivate init(_ occurrence: Occurrence, of plan: TaskPlan, at taskIndex: Int) {
    self.taskIndex = taskIndex
    (task, key) = (plan.task.id, plan.key(of: occurrence))
    (start, end) = (occurrence.start, plan.end(of: occurrence))
    ordinal = occurrence.isAddition ? nil : occurrence.ordinal
    (text, targets) = (plan.text(of: occurrence), plan.targets(of: occurrence))
  }
}

/// The occurrences of a record's tasks in order, created on access.
public struct PlannedOccurrences: RandomAccessCollection, Sendable {
  fileprivate typealias Found = (plan: Int, row: Occurrence)

  private let plans: [TaskPlan]
  private let found: ArraySlice<Found>

  fileprivate init(_ found: ArraySlice<Found>, of plans: [TaskPlan]) {
    (self.plans, self.found) = (plans, found)
  }

  /// The first index, which is 0.
  public var startIndex: Int { found.startIndex }
  /// The index after the last.
  public var endIndex: Int { found.endIndex }

  /// Returns the occurrence at an index.
  public subscript(position: Int) -> PlannedOccurrence {
    let (plan, row) = found[position]
    return PlannedOccurrence(row, of: plans[plan], at: plan)
  }
}

extension CareRecord {
  /// Returns the occurrences of all tasks that start in a range, in order of start and tasks.
  ///
  /// - Parameters:
  ///   - range: The range of instants.
  ///   - overlap: Whether to include occurrences in progress at the start of the range.
  ///   - limit: The maximum number of occurrences to return.
  /// - Returns: The occurrences, and whether the range has more than the limit.
  /// - Complexity: O(*n* log *n*) for *n* occurrences, plus compiling; with more than the limit, only
  ///   occurrences of a task that may be within it are listed.
  public func occurrences(
    in range: Range<Instant>, overlap: Bool = false, limit: Int = .max
  ) -> (rows: PlannedOccurrences, hasMore: Bool) {
    let (plans, most) = (plans, Swift.max(0, limit))
    let room = most == .max ? most : most + 1
    var (range, found) = (range, [PlannedOccurrences.Found]())
    for (index, plan) in plans.enumerated() {
      found += plan.rows(in: range, overlap: overlap, limit: room).map { (index, $0) }
      // Surplus rows are dropped as the list grows, and later ones are no longer listed.
      if most < .max / 2, found.count > 2 * room {
        found.keepFirst(room)
        let end = found[most].row.start.adding(seconds: 1)
        range = range.lowerBound..<Swift.max(range.lowerBound, end)
      }
    }
    found.keepFirst(.max)
    return (PlannedOccurrences(found.prefix(most), of: plans), found.count > most)
  }

  /// Returns the number of occurrences of all tasks that start in a range, without listing them.
  package func count(startingIn range: Range<Instant>) -> Int {
    plans.reduce(0) { $0 + $1.count(startingIn: range) }
  }

  /// Returns the keys of cancelled occurrences of all tasks with planned starts in a range.
  package func cancelledOccurrences(in range: Range<Instant>)
    -> [(task: String, key: OccurrenceKey)]
  {
    plans.flatMap { plan in plan.cancelled(in: range).map { (plan.task.id, plan.key(of: $0)) } }
  }
}

extension [PlannedOccurrences.Found] {
  /// Sorts occurrences and keeps the first `count`.
  fileprivate mutating func keepFirst(_ count: Int) {
    sort { ($0.row.start, $0.plan, $0.row) < ($1.row.start, $1.plan, $1.row) }
    if self.count > count { removeSubrange(count...) }
  }
}

extension TaskPlan {
  /// Returns the first occurrences in a range, in order.
  fileprivate func rows(in range: Range<Instant>, overlap: Bool, limit: Int) -> [Occurrence] {
    let rows = parts.flatMap { part in
      let own =
        overlap
        ? part.occurrences.overlapping(range, limit: limit)
        : part.occurrences.starting(in: range, limit: limit)
      return own.map(part.numbered)
    }
    return Array((parts.count > 1 ? rows.sorted() : rows).prefix(limit))
  }
}
