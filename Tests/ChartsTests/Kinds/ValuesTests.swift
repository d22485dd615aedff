import AdherenceAnalytics
import Charts
import Diagnostics
import Scheduling
import TestSupport
import Testing

/// The numbers recorded for a task.
@Suite struct ValuesTests {
  /// Blood pressure each morning from Monday, January 6, with systolic and diastolic readings.
  private func pressure(
    _ readings: [(Double, Double)?], _ to: String, hold: (String, String)? = nil
  ) throws -> TaskEvaluation {
    let targets = [
      ScheduleElement.Target(.within(90...140), units: "mmHg", kind: "systolic"),
      ScheduleElement.Target(.atMost(.number(90)), units: "mmHg", kind: "diastolic"),
    ]
    var bp = task("bp", .window, try element("bp", from: "2025-01-06T08:00", targets: targets))
    bp.title = "Pressure"
    let first = try at("2025-01-06T08:05:00Z")
    let outcomes = readings.enumerated().compactMap { place, reading in
      reading.map { systolic, diastolic in
        Outcome(
          task: "bp", time: first.adding(seconds: Int64(place) * 86_400),
          values: [
            OutcomeValue(.number(systolic), units: "mmHg", kind: "systolic"),
            OutcomeValue(.number(diastolic), units: "mmHg", kind: "diastolic"),
          ])
      }
    }
    var record = CareRecord(patient: try patient(), tasks: [bp], outcomes: outcomes)
    if let hold {
      record.holds = [Hold(from: try moment(hold.0), to: try moment(hold.1), reason: "ill")]
    }
    return try record.evaluate(bp, AdherenceQuery(try days("2025-01-06", to)))
  }

  @Test func kindsShareTheAxisOfTheirUnit() throws {
    let evaluation = try pressure(
      [(150, 95), nil, (130, 85), nil], "2025-01-10", hold: ("2025-01-09", "2025-01-10"))
    let chart = try ChartData.values(of: evaluation, title: "Ann: Pressure")
    #expect(chart.isSound && chart.y.unit == "mmHg")
    #expect(chart.series.map(\.name) == ["diastolic", "systolic"])
    #expect(chart.series.allSatisfy { $0.mark == .dot })
    #expect(chart.series[1].points.map(\.y) == [150, nil, 130, nil])
    #expect(chart.series[1].points.map(\.missing) == [nil, "missed", nil, "onHold"])
    #expect(chart.series[1].points[0].label == "2025-01-06T08:05:00")
    #expect(
      chart.bands.map(\.label) == ["Target diastolic ≤ 90", "Target systolic 90–140", "ill"])
    #expect(chart.bands[1].from == 90 && chart.bands[1].to == 140)
    #expect(chart.bands[0].from == chart.y.range?.lowerBound)
    #expect(
      chart.summary
        == "\("diastolic".isolated): 2 values, mean 90 mmHg, from 85 to 95, 50 % in range; "
        + "\("systolic".isolated): 2 values, mean 140 mmHg, from 130 to 150, 50 % in range.")
  }

  @Test func oneKindIsChosen() throws {
    let evaluation = try pressure([(150, 95)], "2025-01-10")
    let chart = try ChartData.values(of: evaluation, SummedValues(kind: "systolic"), title: "")
    #expect(chart.series.map(\.name) == ["systolic"] && chart.series[0].role == .primary)
    let error = #expect(throws: InputError.self) {
      _ = try ChartData.values(of: evaluation, SummedValues(kind: "pulse"), title: "")
    }
    #expect("\(try #require(error))".contains("use diastolic, systolic"))
  }

  @Test func unitsHaveAxesOfTheirOwn() throws {
    let weight = task("weight", .window, try element("weight", from: "2025-01-06T08:00"))
    let values = [(80.0, "kg"), (176, "lb"), (81, "kg"), (178, "lb")]
    let record = CareRecord(
      patient: try patient(), tasks: [weight],
      outcomes: try values.enumerated().map { place, value in
        try event("2025-01-0\(6 + place)T08:00", of: "weight", value: value.0, units: value.1)
      })
    let evaluation = try record.evaluate(
      weight, AdherenceQuery(try days("2025-01-06", "2025-01-12")))
    let error = #expect(throws: InputError.self) {
      _ = try ChartData.values(of: evaluation, title: "")
    }
    #expect("\(try #require(error))".contains("use kg, lb"))
    #expect(ChartData.unitsOfValues(of: evaluation) == ["kg", "lb"])
    let chart = try ChartData.values(of: evaluation, SummedValues(units: "lb"), title: "")
    #expect(chart.series[0].points.compactMap(\.y) == [176, 178])
    #expect(chart.series[0].name == "weight")
  }

  /// Seven hundred days, except some of them.
  private func daily(without gap: Range<Int>) -> [(Double, Double)?] {
    var readings: [(Double, Double)?] = []
    for place in 0..<700 {
      let reading: (Double, Double) = (Double(120 + place % 7), Double(80 + place % 3))
      readings.append(gap.contains(place) ? nil : reading)
    }
    return readings
  }

  @Test func manyReadingsBecomeMeans() throws {
    let readings = daily(without: 0..<0)
    let chart = try ChartData.values(of: pressure(readings, "2026-12-07"), title: "")
    #expect(chart.isSound && chart.pointCount <= ChartKind.values.pointLimit)
    let marks: [ChartSeries.Mark] = [.area, .line, .area, .line]
    #expect(chart.series.map { $0.mark } == marks)
    #expect(chart.reduction?.method == .bins)
    #expect(chart.note?.hasPrefix("Each mean is of") == true)
    let (area, line) = (chart.series[2].points, chart.series[3].points)
    for (range, mean) in zip(area, line) {
      let (low, high, middle) = (
        try #require(range.y), try #require(range.yEnd), try #require(mean.y)
      )
      #expect(low <= middle && middle <= high)
    }
    let (lows, highs) = (area.compactMap { $0.y }, area.compactMap { $0.yEnd })
    #expect(lows.min() == 120)
    #expect(highs.max() == 126)
  }

  @Test func daysWithoutAReadingBreakTheLine() throws {
    let readings = daily(without: 150..<200)
    let chart = try ChartData.values(of: pressure(readings, "2026-12-07"), title: "")
    let missing = chart.series[3].points.filter { $0.y == nil }
    #expect(missing.isEmpty == false)
    #expect(missing.allSatisfy { $0.missing == "notRecorded" })
  }

  @Test func nothingRecordedSaysSo() throws {
    let chart = try ChartData.values(of: pressure([nil, nil], "2025-01-08"), title: "")
    #expect(chart.series.isEmpty && chart.emptyReason == "No number was recorded.")
    #expect(ChartData.unitsOfValues(of: try pressure([nil], "2025-01-08")).isEmpty)
  }

  @Test func equalValuesHaveMargins() throws {
    let chart = try ChartData.values(
      of: pressure([(120, 120), (120, 120)], "2025-01-08"), title: "")
    #expect(chart.isSound && chart.y.range.map { $0.contains(120) } == true)
    #expect(ChartData.unitsOfValues(of: try pressure([(5, 5), (5, 5)], "2025-01-08")).isEmpty)
  }

  @Test func aChartReadsBack() throws {
    let chart = try ChartData.values(
      of: pressure([(150, 95), nil, (130, 85)], "2025-01-10"), title: "")
    #expect(try ChartData(vegaLite: chart.vegaLite()).series == chart.series)
    #expect(chart.csv().contains("missed") && chart.chartJS().contains("mmHg"))
  }
}
