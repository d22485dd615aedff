import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct PeriodSpansTests {
  /// The definition: a linear search of the spans.
  @Test(arguments: CalendarPeriod.allCases) func everyDayFindsItsSpan(_ period: CalendarPeriod)
    throws
  {
    var random = Seeded(state: 7)
    for _ in 0..<8 {
      let from = CivilDate(dayNumber: Int.random(in: -20_000...20_000, using: &random))
      let range = from..<from.adding(days: Int.random(in: 0...800, using: &random))
      let spans = period.spans(
        of: range, weekStart: try #require(Weekday.allCases.randomElement(using: &random)),
        start: from.adding(days: Int.random(in: -30...30, using: &random)))
      for offset in -40...840 {
        let day = from.adding(days: offset)
        let position = spans.firstIndex { $0.start <= day && day < $0.end }
        #expect(spans.position(of: day) == position)
      }
      let isPlace = period != .relativeWeek
      #expect(!isPlace || spans.enumerated().allSatisfy { $0.offset == $0.element.number })
    }
  }

  /// Spans whose differences have no effect are equal, so that patients of a cohort agree.
  @Test func weekStartsMatterToWeeksAlone() throws {
    let range = try days("2025-01-01", "2025-03-01")
    for period in CalendarPeriod.allCases {
      let isSame =
        period.spans(of: range, weekStart: .sunday) == period.spans(of: range, weekStart: .monday)
      #expect(isSame == (period != .week))
    }
  }

  @Test func positionsOutOfBoundsTrap() async throws {
    await #expect(processExitsWith: .failure) {
      _ = CalendarPeriod.day.spans(of: try days("2025-01-01", "2025-01-02"))[1]
    }
  }

  @Test(arguments: CalendarPeriod.allCases) func everyDayIsInOneSpan(_ period: CalendarPeriod)
    throws
  {
    var random = Seeded(state: 6)
    for _ in 0..<200 {
      let from = CivilDate(
        dayNumber: Int.random(
          in: CivilDate.first.dayNumber...CivilDate.last.dayNumber - 1000, using: &random))
      let range = from..<from.adding(days: Int.random(in: 1...1000, using: &random))
      let weekStart = try #require(Weekday.allCases.randomElement(using: &random))
      let spans = period.spans(of: range, weekStart: weekStart)
      #expect(spans.first?.start == range.lowerBound)
      #expect(spans.last?.end == range.upperBound)
      #expect(spans.allSatisfy { $0.start < $0.end })
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start })
      #expect(Set(spans.map(\.name)).count == spans.count)
    }
  }
}
