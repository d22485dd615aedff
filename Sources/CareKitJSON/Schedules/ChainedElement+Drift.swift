import Scheduling

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
