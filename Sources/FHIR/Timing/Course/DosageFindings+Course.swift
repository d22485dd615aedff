import Diagnostics
import Formats
import Interchange
import Scheduling

/// The default start of a dosage without its own bounds and events.
struct CourseOrigin {
  var zone: Zone
  /// The end of the previous phase, otherwise the resource's start.
  var start: CourseMoment?
  var firstDose: CivilTime
}

extension DosageFindings {
  /// Returns the course of a dosage.
  ///
  /// - Parameters:
  ///   - timing: Its Timing.
  ///   - isElapsed: Whether intervals are elapsed time, for which a date alone is not a start.
  ///   - origin: The default start.
  /// - Returns: The course, possibly open-ended.
  /// - Throws: The first rule that its bounds violate.
  mutating func course(
    of timing: Timing?, isElapsed: Bool, from origin: CourseOrigin
  ) throws(InputError) -> Course {
    let (rule, zone) = (timing?.rule, origin.zone)
    let own = try limits(of: timing, in: zone)
    guard let start = own.start ?? origin.start else { throw error(.noAnchor, at: timing?.node) }
    var course = Course(zone: zone, start: start, end: own.end)
    try checkOrder(of: course, rule)
    try checkRange(rule?.node?["boundsRange"])
    guard let length = try boundsLength(rule) else {
      if start.isDate, isElapsed { begin(&course, at: origin.firstDose, timing) }
      return course
    }
    if start.isDate, isElapsed || !length.isCivil { begin(&course, at: origin.firstDose, timing) }
    course.end = course.end(after: length)
    return course
  }

  /// Returns the start and end in a Timing: its bounds, otherwise its first event.
  private func limits(
    of timing: Timing?, in zone: Zone
  ) throws(InputError) -> (start: CourseMoment?, end: CourseMoment?) {
    let event = timing?.events.first.map { CourseMoment($0, in: zone) }
    guard case .period(let begin, let limit)? = timing?.rule.bounds else { return (event, nil) }
    let end = limit.flatMap { last in
      last.next.map { CourseMoment($0, isDate: last.isDate, in: zone) }
    }
    return (begin.map { CourseMoment($0, in: zone) } ?? event, end)
  }

  /// Rejects bounds that end before they start, including a start from elsewhere.
  private func checkOrder(of course: Course, _ rule: TimingRepeat?) throws(InputError) {
    guard let end = course.end, end.instant <= course.start.instant else { return }
    let node = rule?.node?["boundsPeriod"]
    if case .period(_?, _)? = rule?.bounds { throw error(.periodReversed, at: node) }
    throw error(.endsBeforeStart, at: node?["end"])
  }

  /// Starts a course of elapsed intervals at the first dose of the day, because no time is given.
  private mutating func begin(_ course: inout Course, at time: CivilTime, _ timing: Timing?) {
    note(.assumedTime, at: timing?.rule.node ?? timing?.node)
    let first = CivilDateTime(date: course.start.local.date, time: time)
    course.start = CourseMoment(.local(first), isDate: false, in: course.zone)
    course.isTimeAssumed = true
  }

  private func boundsLength(_ rule: TimingRepeat?) throws(InputError) -> ISODuration? {
    guard case .length(let length)? = rule?.bounds else { return nil }
    return try period(length, at: rule?.node?["boundsDuration"] ?? rule?.node?["boundsRange"])
  }
}

extension Course {
  /// Returns the moment a length after the start; `nil` beyond the calendar.
  func end(after length: ISODuration) -> CourseMoment? {
    if !length.isCivil {
      let instant = start.instant.adding(seconds: Int64(length.seconds))
      return instant == .latest ? nil : CourseMoment(.instant(instant), isDate: false, in: zone)
    }
    let date = start.local.date.adding(months: length.months).adding(days: length.days)
    if date == .last { return nil }
    let local = CivilDateTime(date: date, time: start.local.time)
    switch start.moment {
    case .local: return CourseMoment(.local(local), isDate: start.isDate, in: zone)
    case .instant: return CourseMoment(.instant(instant(local)), isDate: false, in: zone)
    }
  }
}
