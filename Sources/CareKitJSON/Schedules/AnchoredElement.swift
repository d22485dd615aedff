import Scheduling

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
