import Scheduling

extension AdherenceEvaluator {
  /// How many occurrences of a plan are looked at for whether somebody began and goes on: a plan that begins
  /// in the year 1, as some programs write where they know no date, must not cost more than its report.
  static let wholePlanLimit = 200_000

  /// The course of a plan from its first day up to the moment of the report; `nil` where the query's days
  /// have all of it, and of plans with more occurrences than ``wholePlanLimit``.
  ///
  /// It needs the evaluation of the query's days no more, whose memory it uses.
  mutating func wholeCourse(
    of plan: TaskPlan, _ record: CareRecord, _ moments: QueryMoments
  ) -> PlanCourse? {
    guard let range = plan.wholeRange(beyond: query, moments) else { return nil }
    var wide = query
    (wide.range, wide.asOf) = (range, moments.asOf)
    wide.occurrenceLimit = min(query.occurrenceLimit, Self.wholePlanLimit)
    let wideMoments = QueryMoments(wide, in: moments.zone)
    guard (try? matched.match(plan, record, wide, wideMoments)) != nil else { return nil }
    var course = PlanCourse()
    course.begin(wideMoments, plan.suspensions)
    matched.write(to: &course, wide, wideMoments)
    return course
  }
}

extension TaskPlan {
  /// The days from the first planned one, or that of the query, up to the moment of the report; `nil`
  /// where no occurrence lies beyond the query's days.
  fileprivate func wholeRange(
    beyond query: AdherenceQuery, _ moments: QueryMoments
  ) -> Range<CivilDate>? {
    guard let first = first(startingAtOrAfter: .earliest) else { return nil }
    let (lower, upper) = (query.range.lowerBound, query.range.upperBound)
    let next =
      moments.asOf > moments.range.upperBound
      ? self.first(startingAtOrAfter: moments.range.upperBound) : nil
    let goesOn = next.map { $0.start < moments.asOf } ?? false
    guard first.start < moments.range.lowerBound || goesOn else { return nil }
    let begin = moments.day(of: nominal(of: first))
    let end = goesOn ? moments.day(of: moments.zone.civil(at: moments.asOf)).adding(days: 1) : upper
    return min(lower, begin)..<max(upper, end)
  }
}
