extension Zone {
  /// Returns the moment a period after another: civil parts on the zone's wall clock, then elapsed
  /// ones.
  package func instant(_ period: Period, after instant: Instant) -> Instant {
    shift(instant, by: period, 1)
  }

  /// Returns the moment a period before another: civil parts on the zone's wall clock, then elapsed
  /// ones.
  package func instant(_ period: Period, before instant: Instant) -> Instant {
    shift(instant, by: period, -1)
  }

  private func shift(_ instant: Instant, by period: Period, _ sign: Int) -> Instant {
    let seconds = Int64(sign * period.seconds)
    guard period.isCivil else { return instant.adding(seconds: seconds) }
    let local = civil(at: instant)
    let date = local.date.adding(months: sign * period.months).adding(days: sign * period.days)
    return firstInstant(atOrAfter: CivilDateTime(date: date, time: local.time))
      .adding(seconds: seconds)
  }
}

extension CivilDate {
  /// Returns the day a number of months later, at most the last day of its month, held within the
  /// calendar.
  public func adding(months: Int) -> CivilDate {
    let (year, month, day) = parts
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    if overflow || sum >= 120_000 { return months < 0 ? .first : .last }
    if sum < 12 { return .first }
    let length = CivilDate.length(ofMonth: sum % 12 + 1, year: sum / 12)
    return CivilDate(
      dayNumber: CivilDate.dayNumber(year: sum / 12, month: sum % 12 + 1, day: min(day, length)))
  }
}
