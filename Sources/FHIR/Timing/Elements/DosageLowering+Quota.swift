import Diagnostics
import Scheduling

// Quotas: *n* doses per period at times of the patient's choice.
extension DosageLowering {
  /// Appends a quota from the start date.
  ///
  /// With a count: whole periods, and the remainder over the days that it takes at the same rate.
  mutating func appendQuota(_ frequency: Int, per period: ISODuration, _ duration: ISODuration?)
    throws(InputError)
  {
    if frequency > 1_000_000 { throw findings.error(.tooMany, at: node("frequency")) }
    if period.months > 1200 || period.days > 36_525 {
      throw findings.error(.tooLong, at: node("period"))
    }
    let start = course.start.local.date
    guard let count = rule?.count else {
      return append(Quota(frequency, per: period), from: start, to: nil, duration)
    }
    let (periods, rest) = count.quotientAndRemainder(dividingBy: frequency)
    var end = start.adding(periods, of: period)
    if periods > 0 { append(Quota(frequency, per: period), from: start, to: end, duration) }
    if rest > 0 {
      let length = start.adding(periods + 1, of: period) - end
      let days = max(1, (length * rest + frequency - 1) / frequency)
      append(
        Quota(rest, per: ISODuration(days: days)), from: end, to: end.adding(days: days), duration)
      end = end.adding(days: days)
    }
    if end < .last { self.end(at: CourseMoment(end, in: course.zone)) }
  }

  /// Appends a number of doses within the bounds.
  mutating func appendCounted(_ count: Int, _ duration: ISODuration?) throws(InputError) {
    guard let end = course.end else {
      throw findings.error(.countWithoutPeriod, at: node("count"))
    }
    if count > 1_000_000 { throw findings.error(.tooMany, at: node("count")) }
    let start = course.start.local.date
    let days = max(1, end.local.date - start)
    if days > 36_525 { throw findings.error(.tooLong, at: node("boundsPeriod")) }
    append(
      Quota(count, per: ISODuration(days: days)), from: start, to: start.adding(days: days),
      duration)
  }

  private mutating func append(
    _ quota: Quota, from start: CivilDate, to limit: CivilDate?, _ duration: ISODuration?
  ) {
    var element = ScheduleElement(nextID, on: start)
    element.recurrence = .quota(quota)
    let end = [limit, course.end?.local.date].compactMap(\.self).min()
    if let end, end < .last { element.end = .local(CivilDateTime(date: end)) }
    append(.quota, .none, element, occurs: end.map { start < $0 } ?? true, duration: duration)
  }
}

extension CivilDate {
  /// Returns the date `count` periods of days or months later.
  fileprivate func adding(_ count: Int, of period: ISODuration) -> CivilDate {
    let (months, isOver) = count.multipliedReportingOverflow(by: period.months)
    let (days, isFar) = count.multipliedReportingOverflow(by: period.days)
    return isOver || isFar ? .last : adding(months: months).adding(days: days)
  }
}
