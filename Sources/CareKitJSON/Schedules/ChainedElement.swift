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

// Drift of CareKit's events from the plan.
extension ChainedElement {
  /// The number of events compared.
  ///
  /// For mixed civil and elapsed intervals only the first ones, because eventually all of them drift
  /// by an hour in zones with daylight saving time.
  private static let compared = (civil: 4_000, mixed: 64)
  /// The number of years in which clock changes are considered.
  private static let horizon = 10

  /// Whether any CareKit event starts at another time than the occurrence counted from the anchor.
  ///
  /// - Complexity: O(*n*) for the clock changes in ten years; some thousand events if a short month
  ///   or a clock change may cause drift.
  var drifts: Bool { drifts(inFirst: isMixed ? ChainedElement.compared.mixed : compared) }

  /// Whether a mixed civil and elapsed interval ever drifts.
  var driftsEver: Bool { drifts(inFirst: ChainedElement.compared.civil) }

  private var compared: Int { ChainedElement.compared.civil }
  private var isMixed: Bool { period.seconds > 0 && !isAllDay }

  private func drifts(inFirst count: Int) -> Bool {
    guard period.isCivil, isMixed || mayClamp || mayMeetGap else { return false }
    let anchored = AnchoredElement(planned, id: "")
    for (ordinal, start) in ChainedStarts(self).prefix(count).enumerated() {
      if anchored.start(ordinal) != start { return true }
    }
    return false
  }

  /// Whether a month may lack its day.
  private var mayClamp: Bool { period.months > 0 && zone.civil(at: start).date.day > 28 }

  /// Whether clocks may skip its time of day, or a whole day for an all-day element.
  private var mayMeetGap: Bool {
    let local = zone.civil(at: start)
    let horizon = zone.firstInstant(
      atOrAfter: CivilDateTime(date: local.date.adding(months: 12 * ChainedElement.horizon)))
    let last = max(start, min(end ?? horizon, horizon))
    return zone.changes(in: start..<last).contains { change in
      guard change.seconds > 0 else { return false }
      if isAllDay { return change.seconds >= 86_400 }
      let into = (local.time.secondOfDay - change.local.time.secondOfDay + 86_400) % 86_400
      return into < change.seconds
    }
  }
}

/// The occurrences of an element, each counted from the anchor.
struct AnchoredElement {
  let id: String
  private let chain: ChainedElement
  private let anchor: CivilDateTime

  init(_ chain: ChainedElement, id: String) {
    (self.chain, self.id) = (chain, id)
    let local = chain.zone.civil(at: chain.start)
    anchor = chain.isAllDay ? CivilDateTime(date: local.date) : local
  }

  /// Whether the interval consists of days and months only.
  var isCivil: Bool { chain.period.seconds == 0 || chain.isAllDay }
  var zone: Zone { chain.zone }

  /// Returns the start of an occurrence by ordinal; `nil` beyond the calendar.
  func start(_ ordinal: Int) -> Instant? {
    if ordinal == 0 { return chain.first }
    guard let day = anchor.date.adding(chain.period, ordinal) else { return nil }
    if chain.isAllDay { return day.begin(in: chain.zone) }
    var start = chain.first
    if chain.period.isCivil {
      start = chain.zone.shiftingForward(CivilDateTime(date: day, time: anchor.time))
    }
    let (seconds, isOver) = chain.period.seconds.multipliedReportingOverflow(by: ordinal)
    let moment = isOver ? .latest : start.adding(seconds: Int64(seconds))
    return moment < .latest ? moment : nil
  }

  /// Returns the key of an occurrence by ordinal; `nil` beyond the calendar.
  func key(_ ordinal: Int) -> OccurrenceKey? {
    guard isCivil else { return elapsedKey(ordinal) }
    guard let day = anchor.date.adding(chain.period, ordinal) else { return nil }
    return OccurrenceKey(
      element: id, nominal: CivilDateTime(date: day, time: anchor.time))
  }

  /// Returns the key of an elapsed-time occurrence: its local time.
  private func elapsedKey(_ ordinal: Int) -> OccurrenceKey? {
    guard let start = start(ordinal) else { return nil }
    let local = chain.zone.civil(at: start)
    return OccurrenceKey(
      element: id, nominal: local,
      isSecondPass: chain.zone.firstInstant(atOrAfter: local) != start)
  }
}

extension ChainedElement {
  /// The element with its interval in whole days if it is all-day.
  var planned: ChainedElement {
    guard isAllDay, period.seconds > 0 else { return self }
    let days = period.days + period.seconds / 86_400
    return ChainedElement(
      start: start, end: end, period: ISODuration(months: period.months, days: days),
      isAllDay: true, zone: zone)
  }
}
