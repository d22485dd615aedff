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

extension CareRecord {
  /// The occurrences of all tasks that start in a range, in order of start and tasks.
  ///
  /// - Parameters:
  ///   - range: The moments to look at; the upper bound is not included.
  ///   - overlap: Whether those count too that are under way as the range begins.
  ///   - limit: The most occurrences to return: the first ones.
  /// - Returns: The occurrences, and whether there are more than the limit.
  /// - Complexity: O(*n* log *n*) for *n* occurrences, besides compiling; of each task no more than the limit
  ///   are listed.
  public func occurrences(
    in range: Range<Instant>, overlap: Bool = false, limit: Int = .max
  ) -> (rows: [PlannedOccurrence], hasMore: Bool) {
    let plans = plans
    var found: [(plan: Int, row: Occurrence)] = []
    let most = max(0, limit)
    for (place, plan) in plans.enumerated() {
      let rows = plan.rows(in: range, overlap: overlap, limit: most == .max ? most : most + 1)
      found += rows.map { (place, $0) }
      // What is surplus for sure is dropped before it grows.
      if most < .max / 4, found.count > 4 * (most + 1) { found.keepFirst(most + 1) }
    }
    found.keepFirst(.max)
    let rows = found.prefix(most).map { PlannedOccurrence($0.row, of: plans[$0.plan], at: $0.plan) }
    return (rows, found.count > most)
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

extension [(plan: Int, row: Occurrence)] {
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
