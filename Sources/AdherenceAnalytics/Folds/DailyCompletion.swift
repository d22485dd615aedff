public import Diagnostics
public import Scheduling

/// How many of the occurrences planned for a day were done; CareKit 1.x's daily completion status.
public struct DailyCompletion: Hashable, Sendable {
  /// The day.
  public let day: CivilDate
  /// The occurrences that were done.
  public private(set) var done: Int
  /// The occurrences that were planned, whether or not their windows have expired, without cancelled ones and
  /// those on hold.
  public private(set) var total: Int

  /// The share that was done; `nil` on a day for which nothing was planned.
  public var ratio: Double? { total == 0 ? nil : Double(done) / Double(total) }

  /// Adds the counts of another patient or of other tasks on the same day.
  ///
  /// - Precondition: The days are equal.
  mutating func merge(_ other: DailyCompletion) {
    precondition(day == other.day, "the days must be equal, not \(day) and \(other.day)")
    done += other.done
    total += other.total
  }
}

extension CareRecord {
  /// Counts the occurrences due and done on each day of a query's range, over the tasks that impact adherence.
  ///
  ///     let query = AdherenceQuery(monday..<monday.adding(days: 3))
  ///     print(try record.dailyCompletionStatus(query).map(\.done))  // [1, 0, 1]
  ///
  /// The query's period and denominator are ignored: each day counts all planned occurrences.
  public func dailyCompletionStatus(
    _ query: AdherenceQuery, of tasks: TaskQuery = TaskQuery()
  ) throws(InputError) -> [DailyCompletion] {
    var query = query
    (query.period, query.denominator) = (.day, .planned)
    let adherence = choosing(tasks).adherence(query)
    if let problem = adherence.problems.first { throw problem }
    return zip(adherence.spans, adherence.total.periods).map { span, period in
      DailyCompletion(day: span.start, done: period.done, total: period.due)
    }
  }

  /// Returns the record with some of its tasks.
  func choosing(_ query: TaskQuery) -> CareRecord {
    if query == TaskQuery() { return self }
    var record = self
    record.tasks = query.select(tasks, of: self)
    return record
  }
}
