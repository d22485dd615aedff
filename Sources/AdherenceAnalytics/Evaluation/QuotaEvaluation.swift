import Scheduling

/// A quota of a plan, the days on which it is active, and the days of its uses.
struct QuotaEvaluation {
  let quota: Quota
  let element: FlexibleElement
  /// The days on which the plan is effective and not on hold.
  let active: DaySpans
  /// The day of each use that counts, in order.
  let done: [CivilDate]
  /// The day of each refused use that counts, in order.
  private let refused: [CivilDate]
  /// Whether refused uses are removed from the denominator.
  private let excusesDeclined: Bool
  let moments: QueryMoments

  init(
    _ quota: Quota, _ element: FlexibleElement, held: [Range<CivilDate>], _ uses: [Use],
    refused: [CivilDate], excusesDeclined: Bool, _ moments: QueryMoments
  ) {
    self.quota = quota
    self.element = element
    self.moments = moments
    var active = element.days
    active.subtract(held)
    self.active = active
    self.refused = refused.filter(active.contains).sorted()
    self.excusesDeclined = excusesDeclined
    done = uses.filter {
      $0.isComplete && $0.element == element.element.id && active.contains($0.day)
    }.map(\.day).sorted()
  }

  /// Returns the periods attributed to days of a range, in order.
  func periods(in range: Range<CivilDate>, weekStart: Weekday) -> [QuotaPeriod] {
    guard let bounds = element.days.bounds(in: range) else { return [] }
    if quota.isRolling { return rollingPeriods(in: bounds) }
    var periods: [QuotaPeriod] = []
    var day = bounds.lowerBound
    while day < bounds.upperBound {
      let whole = quota.period(of: day, anchor: element.anchor, weekStart: weekStart)
      day = max(whole.upperBound, day.adding(days: 1))
      guard let days = element.days.bounds(in: whole), range.contains(days.last) else { continue }
      if let period = period(whole, days) { periods.append(period) }
    }
    return periods
  }

  /// Returns the current period on a day (for a rolling quota, the one that ends with it); `nil` if the plan
  /// is not effective or on hold on the day.
  func period(at day: CivilDate, weekStart: Weekday) -> QuotaPeriod? {
    guard active.contains(day) else { return nil }
    let whole =
      quota.isRolling
      ? rollingPeriod(endingOn: day)
      : quota.period(of: day, anchor: element.anchor, weekStart: weekStart)
    return period(whole, element.days.bounds(in: whole) ?? whole)
  }

  private func rollingPeriod(endingOn day: CivilDate) -> Range<CivilDate> {
    let next = day.adding(days: 1)
    return next.adding(days: -quota.per.days)..<next
  }

  /// Returns the evaluated period; `nil` if the quota drops partial periods and the plan lacks a day of it.
  ///
  /// - Parameters:
  ///   - whole: The period.
  ///   - days: The days of the period on which the plan is effective.
  ///   - shown: The days whose bounds are the period's window; `nil` for `days`.
  /// - Returns: The period with its counts.
  private func period(
    _ whole: Range<CivilDate>, _ days: Range<CivilDate>, window shown: Range<CivilDate>? = nil
  ) -> QuotaPeriod? {
    let length = whole.upperBound - whole.lowerBound
    if quota.partial == .drop, element.days.count(in: whole) < length { return nil }
    let activeDays = active.count(in: whole)
    let refusals = QuotaEvaluation.count(refused, in: whole)
    let times = max(0, quota.count - (excusesDeclined ? refusals : 0))
    let required = Quota.share(Double(times * activeDays), of: length)
    let done = count(in: whole)
    let credited = min(Double(done), required)
    let declined = excusesDeclined ? 0 : min(Double(refusals), required - credited)
    return QuotaPeriod(
      element: element.element.id, days: days, length: length, activeDays: activeDays,
      required: required, done: done, credited: credited, declined: declined,
      window: window(shown ?? days))
  }

  /// Returns a period for every day of the plan, which ends with that day.
  ///
  /// Each is weighted by the reciprocal of its length, so that a week of them weighs as much as a weekly
  /// quota; uses are counted on their own day.
  private func rollingPeriods(in range: Range<CivilDate>) -> [QuotaPeriod] {
    let length = quota.per.days
    var periods: [QuotaPeriod] = []
    periods.reserveCapacity(element.days.count(in: range))
    for day in element.days.all(in: range) {
      let (whole, today) = (rollingPeriod(endingOn: day), day..<day.adding(days: 1))
      let days = element.days.bounds(in: whole) ?? whole
      guard var period = period(whole, days, window: today) else { continue }
      period.required = Quota.share(period.required, of: length)
      period.credited = Quota.share(period.credited, of: length)
      period.declined = Quota.share(period.declined, of: length)
      period.done = count(in: today)
      periods.append(period)
    }
    return periods
  }

  private func count(in days: Range<CivilDate>) -> Int { QuotaEvaluation.count(done, in: days) }

  private static func count(_ all: [CivilDate], in days: Range<CivilDate>) -> Int {
    all.partitionPoint { $0 < days.upperBound } - all.partitionPoint { $0 < days.lowerBound }
  }

  private func window(_ days: Range<CivilDate>) -> OccurrenceWindow {
    let last = moments.bounds(of: days.last, in: moments.zone)
    let open =
      days.upperBound - days.lowerBound == 1
      ? last.start : moments.bounds(of: days.lowerBound, in: moments.zone).start
    return OccurrenceWindow(open: open, close: last.end, expiry: last.end)
  }
}

extension Range<CivilDate> {
  /// The last of the days.
  fileprivate var last: CivilDate { upperBound.adding(days: -1) }
}

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
