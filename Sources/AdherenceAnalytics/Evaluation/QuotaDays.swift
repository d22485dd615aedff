import Scheduling

/// The days of a quota, for statistics.
package struct QuotaDays: Hashable, Sendable {
  /// The element's id.
  let element: String
  let quota: Quota
  /// The days on which the plan is effective.
  let planned: DaySpans
  /// The days on which it is effective and not on hold.
  let active: DaySpans

  init(_ evaluation: QuotaEvaluation) {
    element = evaluation.element.element.id
    quota = evaluation.quota
    (planned, active) = (evaluation.element.days, evaluation.active)
  }
}

extension Quota {
  /// The mean time between its uses in seconds; a month counts as 30 days.
  var interval: Int { max(1, (per.days + 30 * per.months) * 86_400 / count) }
}
