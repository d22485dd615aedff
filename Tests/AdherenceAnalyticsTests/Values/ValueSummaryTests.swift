import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Summaries of values, computed by hand.
@Suite struct ValueSummaryTests {
  private static let week = "2025-01-06"

  /// A reading at eight on each morning that has a value.
  private func readings(
    _ amounts: [Double?], _ targets: [ScheduleElement.Target] = [], every: String = "P1D"
  ) throws -> CareRecord {
    let step = try period(every).days
    let first = try at("2025-01-06T08:00:00Z")
    let element = try element("weight", from: "2025-01-06T08:00", every: every, targets: targets)
    return CareRecord(
      patient: try patient(), tasks: [task("weight", .window, element)],
      outcomes: amounts.enumerated().compactMap { position, amount in
        amount.map {
          Outcome(
            task: "weight", time: first.adding(seconds: Int64(position * step) * 86_400),
            values: [OutcomeValue(.number($0), units: "kg")])
        }
      })
  }

  private func summary(
    _ record: CareRecord, _ from: String = week, _ to: String = "2025-01-13"
  ) throws -> ValueSummary {
    let series = try record.values(AdherenceQuery(try days(from, to)))
    #expect(series.count == 1)
    return try #require(series.first).summary
  }

  @Test func everyReducerByHand() throws {
    // In order 79, 79.5, 80 and 81.5; squares 1 + 0.25 + 0 + 2.25 over 3.
    let summary = try summary(readings([81.5, 80, 79.5, 79]))
    #expect(summary.count == 4)
    #expect(summary.sum == 320)
    #expect(summary.mean == 80)
    #expect(summary.standardDeviation == (3.5 / 3).squareRoot())
    #expect(summary.min == 79 && summary.max == 81.5)
    #expect(summary.first == 81.5 && summary.last == 79)
    #expect([0.25, 0.5, 0.75].map(summary.quantile) == [79.375, 79.75, 80.375])
    #expect(summary.gaps == [.missed: 3])
    #expect(summary.shareInRange == nil)
    #expect(summary.timeInRange == nil)
    #expect(summary.reason == nil)
  }

  @Test func oneValueHasNoDeviation() throws {
    let summary = try summary(readings([80]))
    #expect(summary.count == 1 && summary.mean == 80 && summary.standardDeviation == nil)
    #expect([0, 0.25, 0.5, 1].map(summary.quantile) == [80, 80, 80, 80])
  }

  @Test func valuesThatAreAllEqualHaveNoSpread() throws {
    let summary = try summary(readings([80, 80, 80, 80, 80, 80, 80]))
    #expect(summary.standardDeviation == 0)
    #expect(summary.min == 80 && summary.quantile(0.25) == 80 && summary.max == 80)
    #expect(summary.gaps.isEmpty)
  }

  @Test func nothingIsMissingWithItsReason() throws {
    let none = try readings([], [.init(.within(70...80), units: "kg")])
    let summary = try summary(none)
    #expect(summary.count == 0 && summary.mean == nil && summary.sum == nil)
    #expect(summary.quantile(0.5) == nil && summary.first == nil && summary.timeInRange == nil)
    #expect(summary.gaps == [.missed: 7])
    #expect(summary.reason == .notRecorded)
    #expect(try self.summary(none, "2024-12-01", "2025-01-07").gaps == [.missed: 1])
    var held = none
    held.holds = [Hold(from: try moment("2025-01-01"), to: try moment("2025-02-01"))]
    #expect(try self.summary(held).reason == .allOnHold)
    var query = AdherenceQuery(try days(Self.week, "2025-01-13"))
    query.asOf = try at("2025-01-05T00:00:00Z")
    #expect(try none.values(query)[0].summary.reason == .allPending)
    #expect(ValueSummary().reason == .noOccurrences)
  }

  /// From 1.5 to 3.5 in ten days: in range from day 2.5 to day 7.5.
  @Test func timeInRangeIsInterpolated() throws {
    let range = [ScheduleElement.Target(.within(2...3), units: "kg")]
    let record = try readings([1.5, 3.5], range, every: "P10D")
    let summary = try summary(record, Self.week, "2025-01-26")
    #expect(summary.bridgedSeconds == 10 * 86_400)
    #expect(summary.secondsInRange == 5 * 86_400)
    #expect(summary.timeInRange == 0.5)
    #expect(summary.shareInRange == 0)
  }

  @Test(
    arguments: [
      ([2, 2], 1), ([4, 4], 0), ([3, 1], 0.5), ([1, 2], 0), ([2, 3, 1], 0.75), ([1, 5], 0.25),
    ] as [([Double], Double)])
  func timeInRange(_ amounts: [Double], _ share: Double) throws {
    let record = try readings(amounts, [.init(.within(2...3), units: "kg")], every: "P4D")
    let found = try #require(try summary(record, Self.week, "2025-01-26").timeInRange)
    #expect(abs(found - share) < 1e-6)
  }

  @Test(
    arguments: [
      (ScheduleElement.Target.Condition.atLeast(.number(2)), 0.5), (.atMost(.number(2)), 0.5),
      (.atMost(.number(1)), 0), (.atLeast(.number(0)), 1), (.exactly(.number(2)), 0),
    ] as [(ScheduleElement.Target.Condition, Double)])
  func halfOpenBands(_ condition: ScheduleElement.Target.Condition, _ share: Double) throws {
    let record = try readings([1, 3], [.init(condition, units: "kg")], every: "P4D")
    let found = try #require(try summary(record, Self.week, "2025-01-14").timeInRange)
    #expect(abs(found - share) < 1e-6)
  }

  @Test func gapsAndLongTimesAreNotBridged() throws {
    let range = [ScheduleElement.Target(.within(2...3), units: "kg")]
    let gap = try summary(readings([2, nil, 2, 2], range), Self.week, "2025-01-10")
    #expect(gap.bridgedSeconds == 86_400 && gap.gaps == [.missed: 1])
    let long = try readings([2, 2], range, every: "P56D")
    #expect(try summary(long, Self.week, "2025-04-01").bridgedSeconds == 56 * 86_400)
    let longer = try readings([2, 2], range, every: "P57D")
    #expect(try summary(longer, Self.week, "2025-04-01").bridgedSeconds == 0)
  }

  @Test func timeIsOfThePeriodInWhichItPasses() throws {
    let range = [ScheduleElement.Target(.within(2...3), units: "kg")]
    let record = try readings([1.5, 3.5], range, every: "P10D")
    let query = AdherenceQuery(try days(Self.week, "2025-01-20"), by: .week)
    let series = try record.values(query)[0]
    let weeks = series.summaries(over: query.spans)
    // From Monday at eight, in range from Wednesday at 20:00 to the next Monday at 20:00.
    #expect(weeks.map(\.secondsInRange) == [(4 * 24 + 4) * 3600, 20 * 3600])
    #expect(weeks.map(\.bridgedSeconds) == [(6 * 24 + 16) * 3600, (3 * 24 + 8) * 3600])
    #expect(weeks.map(\.count) == [1, 1])
  }

  @Test func partsMergeToTheWhole() throws {
    var random = Seeded(state: 17)
    for _ in 0..<200 {
      let amounts = (0..<60).map { _ in
        Int.random(in: 0...3, using: &random) == 0
          ? nil : Double.random(in: -9...9, using: &random)
      }
      let record = try readings(amounts, [.init(.within(1...4), units: "kg")])
      let days = try days(Self.week, "2025-03-07")
      let series = try record.values(AdherenceQuery(days))[0]
      for period in CalendarPeriod.allCases {
        var parts = series.summaries(over: period.spans(of: days))
        parts.shuffle(using: &random)
        #expect(parts.reduce(into: ValueSummary()) { $0.merge($1) } == series.summary)
      }
    }
  }

  @Test func sumsBeyondANumberAreMissing() throws {
    let summary = try summary(readings([1e308, 1e308, -1e308]))
    #expect(summary.max == 1e308 && summary.min == -1e308)
    #expect(try self.summary(readings([1e308, 1e308])).sum == nil)
    #expect(try self.summary(readings([1e308, 1e308])).mean == nil)
    #expect(try self.summary(readings([1e308, 1e308])).quantile(0.5) == 1e308)
  }
}
