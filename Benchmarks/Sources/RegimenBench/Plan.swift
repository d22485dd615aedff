import Foundation
import Scheduling

/// A plan that our schedules, a naive loop and Foundation can all represent.
struct Plan {
  /// The recurrence after the first day.
  enum Repetition {
    case days(Int)
    case weekdays([Weekday])
    /// In the months that have the day.
    case dayOfTheMonth(Int)
    /// On the last of these weekdays in each month.
    case lastOfTheMonth([Weekday])
    /// In elapsed time, regardless of clock changes.
    case hours(Int)
  }

  struct Part {
    var first: CivilDate
    var times: [CivilTime]
    var repeats: Repetition
  }

  var zone: Zone
  /// The days to list; parts may start before them.
  var days: Range<CivilDate>
  var parts: [Part]
  /// The days without occurrences.
  var holidays: Set<CivilDate> = []

  var range: Range<Instant> { start(of: days.lowerBound)..<start(of: days.upperBound) }

  /// Whether Foundation's recurrence rules can list it: they omit one last weekday of 1,200.
  var isKnownToFoundation: Bool {
    !parts.contains { if case .lastOfTheMonth = $0.repeats { true } else { false } }
  }

  private func start(of day: CivilDate) -> Instant {
    zone.firstInstant(atOrAfter: CivilDateTime(date: day))
  }

  /// The plan as a schedule.
  var schedule: Schedule {
    Schedule(
      parts.enumerated().map { index, part in part.element("part\(index)") },
      excluding: holidays.sorted().map { Schedule.Exclusion($0) })
  }
}

extension Plan.Part {
  fileprivate func element(_ id: String) -> ScheduleElement {
    var element = ScheduleElement(id, from: CivilDateTime(date: first, time: times[0]))
    switch repeats {
    case .days(let days): element.recurrence = .every(ISODuration(days: days))
    case .weekdays(let days):
      element.recurrence = .rule(RecurrenceRule(.weekly, weekdays: days.map { .every($0) }))
    case .dayOfTheMonth(let day):
      element.recurrence = .rule(RecurrenceRule(.monthly, daysOfTheMonth: [day]))
    case .lastOfTheMonth(let days):
      element.recurrence = .rule(
        RecurrenceRule(.monthly, weekdays: days.map { .every($0) }, setPositions: [-1]))
    case .hours(let hours): element.recurrence = .every(ISODuration(seconds: hours * 3600))
    }
    if times.count > 1 { element.times = times }
    return element
  }
}
