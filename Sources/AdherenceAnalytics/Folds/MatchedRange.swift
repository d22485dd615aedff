import Diagnostics
import Scheduling

/// The days beyond those of a query for which a task is matched in the same pass.
struct MatchedRange {
  /// The maximum number of occurrences of a whole plan to evaluate for initiation and persistence: a plan
  /// that begins in the year 1, as some programs write for an unknown date, must not cost more than its
  /// report.
  static let wholePlanLimit = 200_000

  /// The days of the whole plan; `nil` if they are within the query's range.
  private(set) var whole: Range<CivilDate>?
  /// The days of rolling windows.
  private(set) var rolling: Range<CivilDate>?

  /// Drops days, first those of the whole plan.
  fileprivate mutating func shrink() {
    if whole != nil { whole = nil } else { rolling = nil }
  }

  /// Returns the query extended to these days.
  fileprivate func widened(_ query: AdherenceQuery, _ moments: QueryMoments)
    -> (query: AdherenceQuery, moments: QueryMoments)
  {
    let days = [whole, rolling].compactMap(\.self).reduce(query.range) { days, more in
      min(days.lowerBound, more.lowerBound)..<max(days.upperBound, more.upperBound)
    }
    return moments.asking(query, about: days, limit: whole == nil ? nil : Self.wholePlanLimit)
  }
}

extension AdherenceEvaluator {
  /// Matches a task over all days that are needed, as far as their occurrences can be listed.
  ///
  /// - Returns: The days beyond the query's that were matched.
  /// - Throws: `InputError` if the query's range has too many occurrences.
  mutating func match(
    _ plan: TaskPlan, _ record: CareRecord, _ moments: QueryMoments, _ options: EvaluationOptions,
    _ rolling: RollingSums?
  ) throws(InputError) -> MatchedRange {
    let whole =
      options.contains(.wholePlan) ? plan.wholeRange(beyond: query, moments) : nil
    var matchedRange = MatchedRange(whole: whole, rolling: rolling?.compiled.query.range)
    while matchedRange.whole != nil || matchedRange.rolling != nil {
      let wide = matchedRange.widened(query, moments)
      do throws(InputError) {
        try matched.match(plan, record, wide.query, wide.moments)
        return matchedRange
      } catch {
        matchedRange.shrink()
      }
    }
    try matched.match(plan, record, query, moments)
    return matchedRange
  }
}

extension MatchedTask {
  /// Returns the course of matched days.
  func course(
    of days: Range<CivilDate>, _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> PlanCourse {
    let wide = moments.asking(query, about: days)
    var course = PlanCourse()
    course.begin(wide.moments, timeline.plan.suspensions)
    write(to: &course, wide.query, wide.moments)
    return course
  }
}

extension TaskPlan {
  /// Returns the days from the first planned one, or the first of the query, up to the time of the report, or
  /// up to the end of the query if there is none; `nil` if nothing is planned beyond the query's days.
  fileprivate func wholeRange(
    beyond query: AdherenceQuery, _ moments: QueryMoments
  ) -> Range<CivilDate>? {
    let (lower, upper) = (query.range.lowerBound, query.range.upperBound)
    let isLater = query.asOf != nil && moments.asOf > moments.range.upperBound
    let last = isLater ? moments.day(of: moments.zone.civil(at: moments.asOf)) : lower
    let quotas = quotaDays(upTo: max(upper, last.adding(days: 1)))
    let first = first(startingAtOrAfter: .earliest)
    let next = isLater ? self.first(startingAtOrAfter: moments.range.upperBound) : nil
    let goesOn =
      next.map { $0.start < moments.asOf } ?? false || quotas.map { $0.upperBound > upper } ?? false
    let isEarlier = first.map { $0.start < moments.range.lowerBound } ?? false
    guard goesOn || isEarlier || quotas.map({ $0.lowerBound < lower }) ?? false else { return nil }
    let begins = [first.map { moments.day(of: nominal(of: $0)) }, quotas?.lowerBound]
    let begin = begins.compactMap(\.self).min() ?? lower
    return min(lower, begin)..<max(upper, goesOn ? last.adding(days: 1) : upper)
  }

  /// Returns the range from the first day of a quota to the last before a day; `nil` without any, and if it
  /// is too long.
  private func quotaDays(upTo end: CivilDate) -> Range<CivilDate>? {
    let bounds = flexibleElements.filter(\.isQuota).compactMap { element in
      element.days.bounds(in: min(.first, end)..<end)
    }
    guard let first = bounds.map(\.lowerBound).min(), let last = bounds.map(\.upperBound).max(),
      last - first <= MatchedRange.wholePlanLimit
    else { return nil }
    return first..<last
  }
}
