import Foundation
import Scheduling
import Testing

/// What summaries print reads back as a schedule with the same summary.
@Suite struct ScheduleWordsRoundTripTests {
  typealias Example = ScheduleEnglishTests.Example

  /// The day on which an element's clock shows its anchor.
  private func day(of element: ScheduleElement) -> CivilDate {
    let zone = if case .fixed(let zone) = element.frame { zone } else { Zone.utc }
    return element.start.civil(in: zone).date
  }

  private func check(_ schedule: Schedule, _ note: Comment? = nil) {
    guard let first = schedule.elements.first else { return }
    let summary = schedule.summary
    do {
      let copy = try Schedule(words: summary, from: day(of: first))
      #expect(copy.summary == summary, note)
    } catch {
      Issue.record("\(summary): \(error)")
    }
  }

  @Test(arguments: ScheduleEnglishTests.ruleExamples) func rules(_ example: Example) throws {
    let rule = try RecurrenceRule(parsing: example.text)
    for start in ["2024-01-04T08:00:00", "2024-02-29T00:00:00", "2024-01-31T08:00:00Z"] {
      var element = ScheduleElement("1", from: read(start, as: Moment.self))
      element.recurrence = .rule(rule)
      check(Schedule([element]), "\(start)")
      element.isAllDay = rule.frequency >= .daily && rule.hours.isEmpty
      check(Schedule([element]), "\(start), all day")
    }
  }

  @Test(arguments: ScheduleEnglishTests.elementExamples) func elements(_ example: Example) throws {
    check(try ScheduleEnglishTests.decode("{\"elements\": [{\(example.text)}]}"))
  }

  @Test(arguments: ScheduleEnglishTests.scheduleExamples) func schedules(_ example: Example) throws
  {
    let schedule = try ScheduleEnglishTests.decode(example.text)
    if schedule.overrides.isEmpty && schedule.exclusions.count < 6 { check(schedule) }
  }

  @Test(arguments: 0..<1500) func randomSchedules(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let drawn = RandomSchedule(in: random.pick(zoneNames), &random)
    for element in drawn.schedule.elements {
      check(
        Schedule([element], excluding: drawn.schedule.exclusions.filter { $0.element == nil }))
    }
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases, 0..<300)
  func randomRules(_ frequency: RecurrenceRule.Frequency, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let drawn = RandomRule(frequency, in: random.pick(zoneNames), &random)
    if !drawn.picksAmongHidden { check(Schedule([drawn.element])) }
  }
}

extension RecurrenceRule.Frequency {
  fileprivate static func >= (a: Self, b: Self) -> Bool {
    allCases.firstIndex(of: a) ?? 0 >= allCases.firstIndex(of: b) ?? 0
  }
}

extension RandomRule {
  /// Whether it picks some among times of day that no summary tells, since the element is all day.
  fileprivate var picksAmongHidden: Bool {
    element.isAllDay && !rule.setPositions.isEmpty
      && rule.months.isEmpty && rule.daysOfTheMonth.isEmpty && rule.weekdays.isEmpty
  }
}
