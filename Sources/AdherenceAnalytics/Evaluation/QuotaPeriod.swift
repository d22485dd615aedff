package import Scheduling

/// One period of a quota, with its counts.
///
/// Like an occurrence, it is attributed as a whole to one day, its last, whichever part of a report contains
/// that day.
package struct QuotaPeriod: Hashable, Sendable {
  /// The element's id.
  package var element: String
  /// The range from the first to the last of its days on which the plan is effective.
  package var days: Range<CivilDate>
  /// The length of the whole period in days, whether or not the plan is effective on all of them.
  package var length: Int
  /// The number of days on which the plan is effective and not on hold.
  package var activeDays: Int
  /// The number of uses due, less than the quota if days are missing.
  package var required: Double
  /// The number of uses that count for it.
  package var done: Int
  /// The uses due that were done.
  package var credited: Double
  /// The uses due that were skipped or refused and not made up for; 0 if the query excuses them.
  package var declined: Double
  /// The times at which it begins and ends.
  package var window: OccurrenceWindow

  /// The day that it is attributed to.
  package var day: CivilDate { days.upperBound.adding(days: -1) }
  /// The share of the uses due that were done, 0 to 1; 0 if none is due.
  package var progress: Double { required > 0 ? credited / required : 0 }
  /// Whether the plan is on hold on all its days.
  var isOnHold: Bool { activeDays == 0 }
  /// Whether all uses due were refused, and the query excuses that.
  var isExcused: Bool { !isOnHold && required == 0 }
  /// Whether as much was done as was due.
  var isMet: Bool { required > 0 && credited == required }
  /// The uses beyond those due.
  var extra: Double { Double(done) - credited }

  /// Returns the state at a time, as that of an occurrence of the same length.
  package func state(asOf: Instant) -> OccurrenceState {
    if isOnHold { return .onHold }
    if required == credited + declined, !isMet { return .declined }
    return window.state(progress: isMet ? 1 : progress, asOf: asOf)
  }
}

extension TaskEvaluation {
  /// The periods of quotas attributed to the days of the query, in order by element.
  package var quotaPeriods: [QuotaPeriod] { flexible?.quotas ?? [] }

  /// Returns whether a period of a quota is in the denominator.
  package func isDue(_ period: QuotaPeriod) -> Bool {
    !period.isOnHold && !period.isExcused
      && query.denominator.includes(period.window, asOf: asOf)
  }
}

extension Quota {
  /// Returns an amount divided into equal parts, rounded to a multiple of 1/2²⁶, so that sums are exact in
  /// any grouping.
  static func share(_ amount: Double, of parts: Int) -> Double {
    let unit = Double(1 << 26)
    return (amount / Double(parts) * unit).rounded() / unit
  }

  /// Returns the period that contains a day; non-calendar periods are counted from an anchor.
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
