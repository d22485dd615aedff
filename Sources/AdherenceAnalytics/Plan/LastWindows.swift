import Scheduling

/// Finds when the last window of a query's days expires.
///
/// Where a query names no moment of the report, it is the moment at which all occurrences of its days can be
/// judged: a dose at 23:00 may be taken until the next morning. The memory is used again from task to task.
struct LastWindows {
  /// How many occurrences of a task are listed for it; of a denser plan no window is asked for, and the
  /// moment is one at which the longest has surely expired.
  private static let limit = 5000

  private var timeline = TaskTimeline(.nothing)

  /// The moments of a query for one task, whose windows are waited for where it names no moment of the
  /// report.
  ///
  /// - Complexity: O(1) for a task whose occurrences are over with their days; else O(*n*) for *n*
  ///   occurrences that start within the longest window before the end of the range, some thousand at the most.
  mutating func moments(
    of plan: TaskPlan, _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> QueryMoments {
    guard query.asOf == nil, plan.mayOutlastDays(moments),
      let expiry = lastExpiry(plan, query, moments), expiry > moments.asOf
    else { return moments }
    return moments.asOf(expiry)
  }

  /// When the last window expires; `nil` where there is none.
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
  /// The plan of nothing.
  static var nothing: TaskPlan {
    TaskPlan(unknown: CareTask(id: "", schedule: Schedule([])), in: .utc)
  }

  /// Whether the time of an occurrence may not be over when its attribution day ends.
  fileprivate func mayOutlastDays(_ moments: QueryMoments) -> Bool {
    if last.task.matching == .nearest || hasOverrides { return true }
    if parts.contains(where: { $0.facts.contains(where: \.mayOutlastDay) }) { return true }
    // A change of clocks may put a start beyond its day.
    let end = moments.range.upperBound
    return zone.offset(at: end.adding(seconds: -3 * 86_400))
      != zone.offset(at: end.adding(seconds: 86_400))
  }
}
