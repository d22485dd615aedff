import Foundation
import PlainWords
import Scheduling
import TestSampling
import Testing

/// Summaries parse as schedules with the same summary.
@Suite struct ScheduleWordsRoundTripTests {
  typealias Example = ScheduleEnglishTests.Example

  /// The day of the element's anchor in its zone.
  private func day(of element: ScheduleElement) -> CivilDate {
    let zone = if case .fixed(let zone) = element.clockBinding { zone } else { Zone.utc }
    return element.start.civil(in: zone).date
  }

  @discardableResult
  private func check(_ schedule: Schedule, _ note: Comment? = nil) -> Schedule? {
    guard let first = schedule.elements.first else { return nil }
    let summary = schedule.summary
    do {
      let copy = try Schedule(words: summary, from: day(of: first))
      #expect(copy.summary == summary, note)
      return copy
    } catch {
      Issue.record("\(summary): \(error)")
      return nil
    }
  }

  /// Checks that a schedule of one element parses back with the same occurrences, over two years.
  private func checkMoments(_ schedule: Schedule, in zone: Zone) {
    guard let copy = check(schedule) else { return }
    let start = schedule.elements[0].start.instant(in: zone)
    let range = max(.earliest, start)..<min(.latest, start.adding(seconds: 731 * 86_400))
    let moments = [schedule, copy].map {
      compiled($0, in: zone).starting(in: range, limit: 3000).map(\.start)
    }
    #expect(moments[0] == moments[1], "\(schedule.summary) in \(zone.id)")
  }

  @Test(arguments: ScheduleEnglishTests.ruleExamples) func rules(_ example: Example) throws {
    let rule = try RecurrenceRule(parsing: example.text)
    for start in ["2024-01-04T08:00:00", "2024-02-29T00:00:00", "2024-01-31T08:00:00Z"] {
      var element = ScheduleElement("1", from: read(start, as: LocalOrInstant.self))
      element.recurrence = .rule(rule)
      check(Schedule([element]), "\(start)")
      element.isAllDay = rule.frequency >= .daily && rule.hours.isEmpty
      check(Schedule([element]), "\(start), all day")
    }
  }

  @Test(arguments: ScheduleEnglishTests.elementExamples + ScheduleEnglishTests.doseExamples)
  func elements(_ example: Example) throws {
    check(try ScheduleEnglishTests.decode("{\"elements\": [{\(example.text)}]}"))
  }

  @Test(arguments: ScheduleEnglishTests.scheduleExamples) func schedules(_ example: Example) throws
  {
    let schedule = try ScheduleEnglishTests.decode(example.text)
    if schedule.overrides.isEmpty && schedule.exclusions.count < 6 { check(schedule) }
  }

  @Test(arguments: (0..<300 as Range<UInt64>).sampled(30))
  func randomSchedules(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let zoneName = random.pick(zoneNames)
    let drawn = RandomSchedule(in: zoneName, &random)
    for element in drawn.schedule.elements {
      let exclusions = drawn.schedule.exclusions.filter { $0.element == nil }
      check(Schedule([element], excluding: exclusions))
      guard let told = element.told else { continue }
      checkMoments(Schedule([told], excluding: exclusions), in: zone(zoneName))
    }
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases, (0..<80 as Range<UInt64>).sampled(8))
  func randomRules(_ frequency: RecurrenceRule.Frequency, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let zoneName = frequency >= .daily ? random.pick(zoneNames) : "UTC"
    let drawn = RandomRule(frequency, in: zoneName, &random)
    if drawn.picksAmongHidden { return }
    check(Schedule([drawn.element]))
    if let told = drawn.element.told { checkMoments(Schedule([told]), in: zone(zoneName)) }
  }
}

extension RecurrenceRule.Frequency {
  fileprivate static func >= (a: Self, b: Self) -> Bool {
    allCases.firstIndex(of: a) ?? 0 >= allCases.firstIndex(of: b) ?? 0
  }
}

extension ScheduleElement {
  /// The element without the parts that summaries omit; `nil` if its summary is ambiguous.
  fileprivate var told: ScheduleElement? {
    var element = self
    (element.gap, element.overlap, element.duration) = (.shiftForward, .first, .zero)
    if case .instant = start {
      // For an instant with times of day or without any, summaries contain only the day, in UTC.
      if clockBinding != .floating || !times.isEmpty || isAllDay { return nil }
      element.monthEnd = nil
    }
    if case .instant? = end, clockBinding != .floating { return nil }
    if case .every(let period) = recurrence, period.months > 0,
      period.days > 0 || period.seconds > 0
    {
      element.monthEnd = nil
    }
    if let first = times.min(), case .local(let local) = start {
      element.start = .local(CivilDateTime(date: local.date, time: first))
    }
    guard case .rule(let rule) = recurrence else { return element }
    return rule.isTold(times, isAllDay) ? element : nil
  }
}

extension RecurrenceRule {
  /// Whether a summary describes exactly the members of the rule.
  fileprivate func isTold(_ times: [CivilTime], _ isAllDay: Bool) -> Bool {
    let namesClock = !(hours + minutes + seconds).isEmpty
    // Minutes and seconds of the anchor with several hours; times before the anchor's that are counted.
    let size = [hours, minutes, seconds].map { max(1, $0.count) }.reduce(1, *)
    if frequency >= .daily, namesClock, isAllDay || size > 12 || count != nil { return false }
    // Whether positions are taken before or after the times of day, and of which weeks.
    let isPicked = !setPositions.isEmpty
    return !(isPicked && (!times.isEmpty || frequency == .weekly && weekStart != .monday))
  }
}

extension RandomRule {
  /// Whether it selects some of several times of day, which the summary of an all-day element omits.
  fileprivate var picksAmongHidden: Bool {
    element.isAllDay && !rule.setPositions.isEmpty
      && rule.months.isEmpty && rule.daysOfTheMonth.isEmpty && rule.weekdays.isEmpty
  }
}
