package import Scheduling

/// One period of a quota, and how much of it was kept.
///
/// It counts on its last day, as an occurrence counts on its own: whole, in whichever part of a report
/// holds that day.
package struct QuotaPeriod: Hashable, Sendable {
  /// The element's id.
  package var element: String
  /// From the first to the last of its days on which the plan holds; the upper one is not included.
  package var days: Range<CivilDate>
  /// The days of the whole period, whether or not the plan holds on them.
  package var length: Int
  /// The days on which the plan holds and does not rest.
  package var activeDays: Int
  /// The uses that are expected: fewer than the quota where days are missing.
  package var required: Double
  /// The uses that count for it.
  package var done: Int
  /// The uses expected that were done.
  package var credited: Double
  /// The expected uses that were skipped or refused and not replaced by others; none where the query excuses them.
  package var declined: Double
  /// When it begins and when it is over.
  package var window: OccurrenceWindow

  /// The day that it is attributed to.
  package var day: CivilDate { days.upperBound.adding(days: -1) }
  /// How much of what is expected was done, 0 to 1; nothing where nothing is.
  package var progress: Double { required > 0 ? credited / required : 0 }
  /// Whether the plan rests on all its days.
  var isOnHold: Bool { activeDays == 0 }
  /// Whether all that was expected was refused, and the query leaves that out.
  var isExcused: Bool { !isOnHold && required == 0 }
  /// Whether as much was done as was expected.
  var isMet: Bool { required > 0 && credited == required }
  /// The uses beyond what is expected.
  var extra: Double { Double(done) - credited }

  /// What has become of it at a moment, as of an occurrence that lasts as long.
  package func state(asOf: Instant) -> OccurrenceState {
    if isOnHold { return .onHold }
    if required == credited + declined, !isMet { return .declined }
    return window.state(progress: isMet ? 1 : progress, asOf: asOf)
  }
}

extension TaskEvaluation {
  /// The periods of quotas that are attributed to the days of the query, by element and in order.
  package var quotaPeriods: [QuotaPeriod] { flexible?.quotas ?? [] }

  /// Whether a period of a quota is in the denominator.
  package func isDue(_ period: QuotaPeriod) -> Bool {
    !period.isOnHold && !period.isExcused
      && query.denominator.includes(period.window, asOf: asOf)
  }
}

extension Quota {
  /// An amount divided into equal parts, rounded to a multiple of 1/2²⁶, so that sums are exact in any grouping.
  static func share(_ amount: Double, of parts: Int) -> Double {
    let unit = Double(1 << 26)
    return (amount / Double(parts) * unit).rounded() / unit
  }

  /// The period that holds a day; those that are not the calendar's are counted from an anchor.
  func period(of day: CivilDate, anchor: CivilDate, weekStart: Weekday) -> Range<CivilDate> {
    if isAnchored { return anchoredPeriod(of: day, anchor: anchor) }
    let (year, month, _) = day.parts
    switch (per.months, per.days) {
    case (12, _): return Quota.firstDay(year, 1)..<Quota.firstDay(year + 1, 1)
    case (1, _): return Quota.firstDay(year, month)..<Quota.firstDay(year, month + 1)
    case (_, 7):
      let start = day.adding(days: -day.weekday.days(after: weekStart))
      return start..<start.adding(days: 7)
    default: return day..<day.adding(days: 1)
    }
  }

  private func anchoredPeriod(of day: CivilDate, anchor: CivilDate) -> Range<CivilDate> {
    guard per.months > 0 else {
      let distance = day - anchor
      let start = day.adding(days: -(distance % per.days + per.days) % per.days)
      return start..<start.adding(days: per.days)
    }
    let months = (day.year - anchor.year) * 12 + day.month - anchor.month
    let isBefore = anchor.adding(months: months / per.months * per.months) > day
    let turn = months / per.months - (isBefore ? 1 : 0)
    return anchor.adding(
      months: turn * per.months)..<anchor.adding(months: (turn + 1) * per.months)
  }

  private static func firstDay(_ year: Int, _ month: Int) -> CivilDate {
    CivilDate(year: month > 12 ? year + 1 : year, month: month > 12 ? 1 : month, day: 1) ?? .last
  }
}
