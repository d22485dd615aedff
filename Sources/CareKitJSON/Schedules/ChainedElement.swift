import Scheduling

/// An element as CareKit expands it: each event is one interval after the event before, so that
/// what a month or a clock takes away from one is lacking from then on.
struct ChainedElement {
  /// The first moment, which of an all-day element need not be the beginning of its day.
  let start: Instant
  /// The moment at which no event starts any more.
  let end: Instant?
  let period: ISODuration
  let isAllDay: Bool
  /// The zone of the calendar.
  let zone: Zone

  /// Where the first event starts.
  var first: Instant { isAllDay ? floor(start) : start }

  /// The first moment of the day of another.
  fileprivate func floor(_ instant: Instant) -> Instant {
    zone.civil(at: instant).date.begin(in: zone)
  }

  /// Where the event after another starts; `nil` where the calendar ends, or where it would be the
  /// same.
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

/// The starts of an element's events in order.
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
  /// The date so many times the civil parts of a period later, at most the last day of its month;
  /// `nil` beyond the calendar.
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

  /// The months since the year 0.
  private var monthNumber: Int { year * 12 + month - 1 }
}

extension Zone {
  /// The instant of a local time: the first one that shows it, or later by the length of the gap
  /// that skips it.
  func shiftingForward(_ local: CivilDateTime) -> Instant {
    let instant = firstInstant(atOrAfter: local)
    if civil(at: instant) == local { return instant }
    let before = Int64(offset(at: instant.adding(seconds: -1)))
    return Instant(seconds: local.localSeconds - before)
  }
}
