import Foundation
import Scheduling

/// A plan computed with Foundation's calendar.
struct FoundationPlan {
  private struct Part {
    var anchor: Date
    var rule: Calendar.RecurrenceRule
    /// The component and its step, for listing without rules.
    var component: Calendar.Component
    var step: Int
    /// Moves back to one of these weekdays, in Foundation's numbering.
    var backTo: Set<Int> = []
  }

  private let calendar: Calendar
  private let range: Range<Date>
  /// The parts, each with one time of day.
  private let parts: [Part]
  /// The parts by weekday, if `parts` has one for all weekdays.
  private let split: [Part]
  private let holidays: Set<Date>

  init(_ plan: Plan) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: plan.zone.id) ?? .gmt
    self.calendar = calendar
    range = plan.range.lowerBound.date..<plan.range.upperBound.date
    holidays = Set(plan.holidays.map { plan.moment($0, .midnight) })
    parts = plan.parts.flatMap { part in
      part.times.map { FoundationPlan.part(part, at: $0, of: plan, calendar) }
    }
    split = plan.splitWeekdays.flatMap { part in
      part.times.map { FoundationPlan.part(part, at: $0, of: plan, calendar) }
    }
  }

  private static func part(
    _ part: Plan.Part, at time: CivilTime, of plan: Plan, _ calendar: Calendar
  ) -> Part {
    var rule = Calendar.RecurrenceRule(calendar: calendar, frequency: .daily)
    let anchor = plan.moment(part.first, time)
    switch part.repeats {
    case .days(let days):
      rule.interval = days
      return Part(anchor: anchor, rule: rule, component: .day, step: days)
    case .hours(let hours):
      rule.frequency = .hourly
      rule.interval = hours
      return Part(anchor: anchor, rule: rule, component: .hour, step: hours)
    case .weekdays(let weekdays):
      rule.frequency = .weekly
      rule.weekdays = weekdays.map { .every(FoundationPlan.weekdays[$0.rawValue]) }
      return Part(anchor: anchor, rule: rule, component: .day, step: 7)
    case .dayOfTheMonth(let day):
      rule.frequency = .monthly
      rule.daysOfTheMonth = [day]
      return Part(anchor: anchor, rule: rule, component: .month, step: 1)
    case .lastOfTheMonth(let weekdays):
      rule.frequency = .monthly
      rule.weekdays = weekdays.map { .every(FoundationPlan.weekdays[$0.rawValue]) }
      rule.setPositions = [-1]
      return Part(
        anchor: anchor, rule: rule, component: .month, step: 1,
        backTo: Set(weekdays.map { ($0.rawValue + 1) % 7 + 1 }))
    }
  }

  private static let weekdays: [Locale.Weekday] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]
}

extension FoundationPlan {
  /// Lists with `Calendar.date(byAdding:)`, always from the anchor.
  func listByAdding(into dates: inout [Date]) {
    for part in split {
      let passed = calendar.dateComponents(
        [part.component], from: part.anchor, to: range.lowerBound)
      var turn = max(0, (passed.value(for: part.component) ?? 0) / part.step)
      while let date = calendar.date(
        byAdding: part.component, value: turn * part.step, to: part.anchor), date < range.upperBound
      {
        let date = moved(date, for: part)
        if let date, date >= range.lowerBound { dates.append(date) }
        turn += 1
      }
    }
    finish(&dates, parts: split.count)
  }

  /// Returns the intended date if Foundation returns the end of a month; `nil` if there is none.
  private func moved(_ date: Date, for part: Part) -> Date? {
    guard part.component == .month else { return date }
    let day = calendar.component(.day, from: part.anchor)
    if part.backTo.isEmpty { return calendar.component(.day, from: date) == day ? date : nil }
    var last: Date? = date
    while let date = last, !part.backTo.contains(calendar.component(.weekday, from: date)) {
      last = calendar.date(byAdding: .day, value: -1, to: date)
    }
    return last
  }

  /// Lists with `Calendar.RecurrenceRule`.
  func listByRule(into dates: inout [Date]) {
    for part in parts {
      dates.append(contentsOf: part.rule.recurrences(of: part.anchor, in: range))
    }
    finish(&dates, parts: parts.count)
  }

  private func finish(_ dates: inout [Date], parts: Int) {
    if !holidays.isEmpty { dates.removeAll { holidays.contains(calendar.startOfDay(for: $0)) } }
    if parts > 1 { dates.sort() }
  }
}

extension Plan {
  fileprivate func moment(_ date: CivilDate, _ time: CivilTime) -> Date {
    zone.firstInstant(atOrAfter: CivilDateTime(date: date, time: time)).date
  }

  /// The parts, with weekday parts split by weekday.
  fileprivate var splitWeekdays: [Part] {
    parts.flatMap { part in
      guard case .weekdays(let weekdays) = part.repeats else { return [part] }
      return weekdays.map { weekday in
        let first = part.first.adding(days: weekday.days(after: part.first.weekday))
        return Part(first: first, times: part.times, repeats: .days(7))
      }
    }
  }
}

extension Instant {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}
