public import Scheduling

/// An occurrence of a task, with what its plan says of it.
public struct PlannedOccurrence: Hashable, Sendable {
  /// The task's place among those of the record, in order of first appearance.
  public let place: Int
  /// The id of the task.
  public let task: String
  /// The identity of the occurrence.
  public let key: OccurrenceKey
  /// When it starts.
  public let start: Instant
  /// When it ends.
  public let end: Instant
  /// Its place among those of its element; `nil` of an added one.
  public let ordinal: Int?
  /// What it says to the person who follows the plan.
  public let text: String?
  /// What it asks for.
  public let targets: [ScheduleElement.Target]

  fileprivate init(_ occurrence: Occurrence, of plan: TaskPlan, at place: Int) {
    self.place = place
    (task, key) = (plan.task.id, plan.key(of: occurrence))
    (start, end) = (occurrence.start, plan.end(of: occurrence))
    ordinal = occurrence.isAddition ? nil : occurrence.ordinal
    (text, targets) = (plan.text(of: occurrence), plan.targets(of: occurrence))
  }
}

/// Occurrences of a record's tasks in order, each made when it is looked at.
public struct PlannedOccurrences: RandomAccessCollection, Sendable {
  fileprivate typealias Found = (plan: Int, row: Occurrence)

  private let plans: [TaskPlan]
  private let found: ArraySlice<Found>

  fileprivate init(_ found: ArraySlice<Found>, of plans: [TaskPlan]) {
    (self.plans, self.found) = (plans, found)
  }

  /// The place of the first, which is 0.
  public var startIndex: Int { found.startIndex }
  /// The place behind the last.
  public var endIndex: Int { found.endIndex }

  /// The occurrence at a place.
  public subscript(place: Int) -> PlannedOccurrence {
    let (plan, row) = found[place]
    return PlannedOccurrence(row, of: plans[plan], at: plan)
  }
}

extension CareRecord {
  /// The occurrences of all tasks that start in a range, in order of start and tasks.
  ///
  /// - Parameters:
  ///   - range: The moments to look at; the upper bound is not included.
  ///   - overlap: Whether those count too that are under way as the range begins.
  ///   - limit: The most occurrences to return: the first ones.
  /// - Returns: The occurrences, and whether there are more than the limit.
  /// - Complexity: O(*n* log *n*) for *n* occurrences, besides compiling; where there are more than the limit,
  ///   of a task only those are listed that start before what is known to be beyond it.
  public func occurrences(
    in range: Range<Instant>, overlap: Bool = false, limit: Int = .max
  ) -> (rows: PlannedOccurrences, hasMore: Bool) {
    let (plans, most) = (plans, Swift.max(0, limit))
    let room = most == .max ? most : most + 1
    var (range, found) = (range, [PlannedOccurrences.Found]())
    for (place, plan) in plans.enumerated() {
      found += plan.rows(in: range, overlap: overlap, limit: room).map { (place, $0) }
      // What is surplus for sure is dropped before it grows, and nothing behind it is listed any more.
      if most < .max / 2, found.count > 2 * room {
        found.keepFirst(room)
        let end = found[most].row.start.adding(seconds: 1)
        range = range.lowerBound..<Swift.max(range.lowerBound, end)
      }
    }
    found.keepFirst(.max)
    return (PlannedOccurrences(found.prefix(most), of: plans), found.count > most)
  }

  /// The number of occurrences of all tasks that start in a range, counted without a list.
  package func count(startingIn range: Range<Instant>) -> Int {
    plans.reduce(0) { $0 + $1.count(startingIn: range) }
  }

  /// The keys that overrides cancel of all tasks, where they would have started in a range.
  package func cancelledOccurrences(in range: Range<Instant>)
    -> [(task: String, key: OccurrenceKey)]
  {
    plans.flatMap { plan in plan.cancelled(in: range).map { (plan.task.id, plan.key(of: $0)) } }
  }
}

extension [PlannedOccurrences.Found] {
  /// Puts occurrences in order and keeps the first.
  fileprivate mutating func keepFirst(_ count: Int) {
    sort { ($0.row.start, $0.plan, $0.row) < ($1.row.start, $1.plan, $1.row) }
    if self.count > count { removeSubrange(count...) }
  }
}

extension TaskPlan {
  /// The first occurrences of a range, in order.
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
