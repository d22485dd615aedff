extension Zone {
  /// Returns the instant a period later: civil parts are added in local time, then elapsed ones.
  package func instant(_ period: ISODuration, after instant: Instant) -> Instant {
    shift(instant, by: period, 1)
  }

  /// Returns the instant a period earlier: civil parts are subtracted in local time, then elapsed ones.
  package func instant(_ period: ISODuration, before instant: Instant) -> Instant {
    shift(instant, by: period, -1)
  }

  /// Returns the instant of a local time under the default policies: a time in a gap is shifted forward by
  /// its length, and in an overlap the first is used.
  package func instant(meantBy local: CivilDateTime) -> Instant {
    let starts = table.starts(of: local.localSeconds, gap: .shiftForward, overlap: .first)
    return starts.first.map(Instant.init(seconds:)) ?? firstInstant(atOrAfter: local)
  }

  /// Returns the end of a duration; a duration in days of an all-day occurrence that starts at the start of a
  /// day ends at the start of a day.
  package func end(of duration: ISODuration, from start: Instant, isAllDay: Bool) -> Instant {
    let date = civil(at: start).date
    let isOfDays = isAllDay && duration.isOfDays && duration.months == 0
    guard isOfDays, firstInstant(atOrAfter: CivilDateTime(date: date)) == start else {
      return instant(duration, after: start)
    }
    return firstInstant(atOrAfter: CivilDateTime(date: date.adding(days: duration.days)))
  }

  private func shift(_ instant: Instant, by period: ISODuration, _ sign: Int) -> Instant {
    let seconds = Int64(sign * period.seconds)
    guard period.isCivil else { return instant.adding(seconds: seconds) }
    let local = civil(at: instant)
    let date = local.date.adding(months: sign * period.months).adding(days: sign * period.days)
    return firstInstant(atOrAfter: CivilDateTime(date: date, time: local.time))
      .adding(seconds: seconds)
  }
}

extension CivilDate {
  /// Returns the date a number of months later, clamped to the last day of the month and to the calendar.
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
