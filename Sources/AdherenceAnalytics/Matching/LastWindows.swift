import Scheduling

/// A search for the expiry of the last window in a query's range.
///
/// If a query sets no report time, this is when all occurrences in its range can be classified: a dose at
/// 23:00 may be taken until the next morning. The buffers are reused from task to task.
struct LastWindows {
  /// The maximum number of occurrences to list; for a denser plan, the upper bound by the longest window is
  /// used.
  private static let limit = 5000

  private var timeline = TaskTimeline(.nothing)

  /// Returns the query's instants for one task, with the report time extended to the last expiry if the query
  /// sets none.
  ///
  /// - Complexity: O(1) for a task whose windows expire with their day; else O(*n*) for *n* occurrences that
  ///   start within the longest window before the end of the range, at most some thousands.
  mutating func moments(
    of plan: TaskPlan, _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> QueryMoments {
    guard query.asOf == nil, plan.mayOutlastDays(moments),
      let expiry = lastExpiry(plan, query, moments), expiry > moments.asOf
    else { return moments }
    return moments.asOf(expiry)
  }

  /// Returns the expiry of the last window; `nil` if there is none.
  private mutating func lastExpiry(
    _ plan: TaskPlan, _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> Instant? {
    let days = query.range.lowerBound.dayNumber..<query.range.upperBound.dayNumber
    let span = plan.lastSpan(moments)
    do {
      try timeline.list(plan, moments, startingIn: span, room: LastWindows.limit)
    } catch {
      return span.upperBound.adding(seconds: plan.reach.after)
    }
    return zip(timeline.days, timeline.windows).lazy
      .filter { days.contains(Int($0.0)) }.map(\.1.expiry).max()
  }
}

extension TaskPlan {
  /// An empty plan.
  static var nothing: TaskPlan {
    TaskPlan(unknown: CareTask(id: "", schedule: Schedule([])), in: .utc)
  }

  /// Returns whether a window may expire after its attribution day.
  fileprivate func mayOutlastDays(_ moments: QueryMoments) -> Bool {
    if last.task.matching == .nearest || hasOverrides { return true }
    if parts.contains(where: { $0.facts.contains(where: \.mayOutlastDay) }) { return true }
    // A change of offset may move a start beyond its day.
    let end = moments.range.upperBound
    return zone.offset(at: end.adding(seconds: -3 * 86_400))
      != zone.offset(at: end.adding(seconds: 86_400))
  }
}
