import Scheduling

/// The days of a quota, which statistics read beside its periods.
package struct QuotaDays: Hashable, Sendable {
  /// The element's id.
  let element: String
  let quota: Quota
  /// The days on which the plan holds.
  let planned: DaySpans
  /// The days on which it holds and does not rest.
  let active: DaySpans

  init(_ evaluation: QuotaEvaluation) {
    element = evaluation.element.element.id
    quota = evaluation.quota
    (planned, active) = (evaluation.element.days, evaluation.active)
  }
}

extension Quota {
  /// The usual distance between its uses in seconds; a month has 30 days.
  var interval: Int { max(1, (per.days + 30 * per.months) * 86_400 / count) }
}
