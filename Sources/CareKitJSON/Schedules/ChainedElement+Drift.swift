import Scheduling

// Where CareKit leaves what was planned.
extension ChainedElement {
  /// How many events are compared; of elements with civil and elapsed parts the beginning alone,
  /// since sooner or later all of them drift by an hour in zones with summer time.
  private static let compared = (civil: 4_000, mixed: 64)
  /// Years in which clocks are looked at.
  private static let horizon = 10

  /// Whether some event of CareKit's starts at another time than the occurrence counted from the
  /// anchor.
  ///
  /// - Complexity: O(*n*) for the changes of clocks in ten years; where a month or a clock may take
  ///   something away, for some thousand events.
  var drifts: Bool { drifts(inFirst: isMixed ? ChainedElement.compared.mixed : compared) }

  /// The same of elements with civil and elapsed parts too, wherever they drift.
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

  /// Whether clocks may skip its time of day, or for an all-day element a whole day.
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
