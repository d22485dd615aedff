import Diagnostics
import Formats
import Interchange
import Scheduling

// Events beside a pattern: all of its occurrences, or examples of them.
extension DosageLowering {
  /// Uses the events as the occurrences if their numbers agree; otherwise checks that each event
  /// matches an occurrence.
  mutating func compare(_ events: [FHIRDateTime], with pattern: DosePattern) throws(InputError) {
    let schedule = Schedule(
      parts.lazy.filter { $0.occurs && $0.kind != .quota }.compactMap(\.element))
    let plan = try Occurrences(of: schedule, in: course.zone)
    if total(of: plan, upTo: events.count) == events.count {
      noteOutside(events)
      let (duration, allowed) = (parts.first?.duration, parts.first?.allowed)
      parts = []
      appendEvents(events, duration: duration)
      return allow(allowed, inAll: rule?.countMax)
    }
    let isStated = pattern.source == .stated || parts.first?.kind == .elapsed
    for event in events where !isMet(event, by: plan, byTime: isStated) {
      findings.note(.eventsDisagree, at: dosage.timing?.node["event"])
    }
  }

  /// Returns the total number of occurrences, capped at `count` + 1; `nil` if the plan is
  /// open-ended.
  private func total(of plan: Occurrences, upTo count: Int) -> Int? {
    guard course.end != nil || rule?.count != nil else { return nil }
    if parts.contains(where: { $0.kind == .quota }) { return rule?.count }
    return plan.starting(in: .earliest ..< .latest, limit: count + 1).count
  }

  private func isMet(_ event: FHIRDateTime, by plan: Occurrences, byTime: Bool) -> Bool {
    let first = event.first(in: course.zone)
    if byTime, !event.isDate {
      return !plan.starting(in: first..<first.adding(seconds: 1), limit: 1).isEmpty
    }
    if parts.contains(where: { $0.kind == .quota }) { return course.contains(first) }
    let day = event.civil(in: course.zone).date
    let range =
      course.zone.firstInstant(
        atOrAfter: CivilDateTime(date: day))..<course.zone.firstInstant(
        atOrAfter: CivilDateTime(date: day.adding(days: 1)))
    return !plan.starting(in: range, limit: 1).isEmpty
  }
}
