import Scheduling

/// An element expanded as in CareKit: each event is one interval after the previous one, so that
/// clamping by a short month or a clock change affects all later events.
struct ChainedElement {
  /// The start, which for an all-day element need not be the start of the day.
  let start: Instant
  /// The end (exclusive).
  let end: Instant?
  let period: ISODuration
  let isAllDay: Bool
  /// The time zone of the calendar.
  let zone: Zone

  /// The start of the first event.
  var first: Instant { isAllDay ? floor(start) : start }

  /// Returns the first instant of the day.
  fileprivate func floor(_ instant: Instant) -> Instant {
    zone.civil(at: instant).date.begin(in: zone)
  }

  /// Returns the start of the event after another one; `nil` beyond the calendar or if it would not
  /// advance.
  func start(after instant: Instant) -> Instant? {
    var next = instant
    if period.isCivil {
      let local = zone.civil(at: instant)
      guard let day = local.date.adding(period, 1) else { return nil }
      next = zone.shiftingForward(CivilDateTime(date: day, time: local.time))
    }
    next = next.adding(seconds: Int64(period.seconds))
    if isAllDay { next = floor(next) }
    return next > instant && next < .latest ? next : nil
  }
}

/// The starts of an element's events, in order.
struct ChainedStarts: Sequence, IteratorProtocol {
  let element: ChainedElement
  private var upcoming: Instant?

  init(_ element: ChainedElement) {
    self.element = element
    upcoming = element.first
  }

  mutating func next() -> Instant? {
    guard let start = upcoming, element.end.map({ start < $0 }) ?? true else { return nil }
    upcoming = element.start(after: start)
    return start
  }
}

extension CivilDate {
  /// Returns the date *n* civil periods later, clamped to the last day of the month; `nil` beyond
  /// the calendar.
  func adding(_ period: ISODuration, _ count: Int) -> CivilDate? {
    let (months, isOver) = period.months.multipliedReportingOverflow(by: count)
    let (days, isMore) = period.days.multipliedReportingOverflow(by: count)
    guard !isOver, !isMore, months < 120_000, days < 3_660_000 else { return nil }
    let month = period.months == 0 ? self : adding(months: months)
    guard months == 0 || month.monthNumber == monthNumber + months,
      month.dayNumber + days <= CivilDate.last.dayNumber
    else { return nil }
    return month.adding(days: days)
  }

  /// The months since year 0.
  private var monthNumber: Int { year * 12 + month - 1 }
}

extension Zone {
  /// Returns the instant of a local time: the first one, or shifted forward by the length of the
  /// gap.
  func shiftingForward(_ local: CivilDateTime) -> Instant {
    let instant = firstInstant(atOrAfter: local)
    if civil(at: instant) == local { return instant }
    let before = Int64(offset(at: instant.adding(seconds: -1)))
    return Instant(seconds: local.localSeconds - before)
  }
}
