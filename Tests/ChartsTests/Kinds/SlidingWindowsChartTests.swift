import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

@testable import Charts

/// Measures in sliding windows.
@Suite struct SlidingWindowsChartTests {
  private let start = CivilDate(dayNumber: 20_089)

  private func windows(_ values: [Double?], step: Int = 30) -> [WindowValue] {
    var query = RefillQuery()
    query.sliding = SlidingWindows(length: ISODuration(days: 60), step: ISODuration(days: step))
    query.observation.length = ISODuration(days: 60 + step * (values.count - 1))
    query.followUp = RefillWindow(.on(start), length: ISODuration(days: 100_000))
    // One fill for each window with a value, in disjoint windows.
    let fills = values.enumerated().compactMap { place, value in
      value.map { Fill(start.adding(days: place * step), days: ($0 * 60).rounded()) }
    }
    let record = RefillRecord(patient: "ann", fills: fills)
    return RefillEvaluator(query).slidingValues(of: .mpr, in: record).value ?? []
  }

  private func chart(_ lines: [(String, [WindowValue])]) -> ChartData {
    .slidingWindows(
      lines.map { ChartLine($0.0, $0.1) }, of: "mpr", threshold: Share(4, of: 5),
      title: "Ann")
  }

  @Test func eachWindowIsAtItsMiddle() throws {
    let windows = windows([0.5, 1.5, 1, 0.25], step: 60)
    #expect(windows.map(\.value.value) == [0.5, 1.5, 1, 0.25])
    let chart = chart([("mpr", windows)])
    chart.checkLaws()
    let points = try chart.points("mpr")
    #expect(points.map { $0.x - Double(start.dayNumber) } == [30, 90, 150, 210])
    #expect(points.map(\.y) == windows.map(\.value.value))
    #expect(points[1].label == "window 2, 2025-03-02 to 2025-05-01")
    #expect(chart.fields.map(\.name) == ["window", "periodStart", "periodEnd"])
    #expect(
      points.map(\.values)
        == windows.enumerated().map { place, window in
          [.number(Double(place + 1)), .date(window.start), .date(window.end.adding(days: 1))]
        })
    #expect(chart.y.range == 0...1.5)
    #expect(chart.summary == "4 windows; between 25.0 % and 150.0 %, 25.0 % at last.")
    #expect(chart.bands.isEmpty)
    #expect(chart.references.map(\.at) == [0.8])
  }

  /// A missing value breaks the line and has a reason; it is not drawn as 0.
  @Test func missingWindowsAreGaps() throws {
    let evaluator = RefillEvaluator(
      {
        var query = RefillQuery()
        query.followUp = RefillWindow(.on(start), length: ISODuration(days: 360))
        query.observation = RefillWindow(.on(start), length: ISODuration(days: 360))
        query.sliding = SlidingWindows(length: ISODuration(days: 60), step: ISODuration(days: 60))
        return query
      }())
    let record = RefillRecord(patient: "ann", fills: [Fill(start.adding(days: 130), days: 90)])
    let windows = try #require(evaluator.slidingValues(of: .cma7, in: record).value)
    let chart = chart([("cma7", windows)])
    chart.checkLaws()
    let points = try chart.points("cma7")
    #expect(points.map { $0.y == nil } == [true, true, false, false, false, false])
    #expect(points[0].missing == "noSupply")
    #expect(chart.bands.map(\.label) == ["No value: no supply"])
    #expect(chart.summary.contains("6 windows, 2 without a value"))
  }

  @Test func classesAreLines() throws {
    let chart = chart([("ras", windows([0.5, 1])), ("statin", windows([1, 1]))])
    chart.checkLaws()
    #expect(chart.series.map(\.name) == ["ras", "statin"])
    #expect(chart.series.map(\.role) == [.first, .second])
  }

  @Test func aCohortHasQuantiles() throws {
    let values = (0...10).map { Double($0) / 10 }
    let columns = [
      WindowColumn(number: 1, start: 0, end: 90, values: values, missing: 0, reason: nil),
      WindowColumn(number: 2, start: 30, end: 120, values: [], missing: 4, reason: .noSupply),
    ]
    func chart(_ names: [String]) -> ChartData {
      .slidingWindows(
        ofCohort: names.map { ChartLine($0, columns) }, of: "cma7", threshold: Share(4, of: 5),
        title: "Cohort", areDates: false)
    }
    let one = chart(["all"])
    one.checkLaws()
    let half = try one.points("25 to 75 % of patients")
    #expect(half.map(\.x) == [45, 75])
    #expect(isClose(half[0].y, 0.25) && isClose(half[0].yEnd, 0.75))
    #expect(half[1].missing == "noSupply")
    #expect(
      try one.points("Median").map(\.label) == ["window 1, 11 patients", "window 2, 0 patients"])
    #expect(
      try one.points("Median").map(\.values) == [
        [.number(1), nil, nil, .number(11), .number(0)],
        [.number(2), nil, nil, .number(0), .number(4)],
      ])
    #expect(
      one.summary == "2 windows of up to 11 patients; the median is between 50 % and 50 %, 50 % at "
        + "last.")
    #expect(chart(["a", "b"]).series.map(\.name) == ["a", "b"])
    let none = chart([])
    none.checkLaws()
    #expect(none.emptyReason == "There are no windows.")
  }

  @Test func manyWindowsAreBounded() {
    let chart = chart([("mpr", windows(Array(repeating: 0.5, count: 3_000), step: 1))])
    chart.checkLaws()
    #expect(chart.reduction != nil)
  }
}
