import Scheduling

extension QuotaBalance {
  /// Creates the remainder of an element's quota on a day; `nil` if nothing is left, or it is on hold.
  init?(
    of quota: Quota, _ element: FlexibleElement, _ matched: MatchedTask, on day: CivilDate,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let plan = matched.timeline.plan
    let evaluation = QuotaEvaluation(
      quota, element, held: plan.heldDays(in: moments.zone), matched.flexible?.uses ?? [],
      refused: matched.flexible?.refused[element.element.id] ?? [],
      excusesDeclined: query.excusesDeclined, moments)
    guard let period = evaluation.period(at: day, weekStart: query.weekStart) else { return nil }
    self.init(
      task: plan.task, element: period.element, days: period.days, required: period.required,
      done: period.done, declined: period.declined, close: period.window.close)
    if left == 0 { return nil }
  }
}
