import Testing

@testable import Charts

/// Axes of counts, and of times of day.
@Suite struct CountAxisTests {
  @Test("Counts are labelled at whole numbers only", arguments: [0.5, 1, 2, 3, 7, 40, 12_345])
  func ticks(_ most: Double) {
    let ticks = AxisTicks.ticks(
      of: ChartAxis("Patients", .count), 0...most, length: 1_000, room: 10)
    #expect(ticks.allSatisfy { $0.at == $0.at.rounded() && !$0.label.contains(".") }, "\(ticks)")
  }

  @Test(
    "Counts in summaries have separators of thousands",
    arguments: [
      (0, "0 weeks"), (1, "1 week"), (999, "999 weeks"), (1_000, "1,000 weeks"),
      (1_234_567, "1,234,567 weeks"),
    ])
  func separators(_ count: Int, _ text: String) { #expect(count.counted("week") == text) }

  @Test("Every renderer asks for whole numbers on an axis of counts")
  func renderers() {
    let chart = ChartData(
      .distribution, title: "Patients", summary: "", x: .share("Share"),
      y: ChartAxis("Patients", .count, range: 0...1),
      series: [ChartSeries("Patients", .bar, .primary, [ChartPoint(0, 1, xEnd: 1)])])
    #expect(chart.vegaLite().contains("\"tickMinStep\":1"))
    #expect(chart.eCharts().contains("\"minInterval\":1"))
    #expect(chart.chartJS().contains("\"precision\":0"))
    #expect(chart.plotly().contains("\"ticktext\":[\"0\",\"1\"]"))
  }

  @Test(
    "A time of day is never beyond 24:00",
    arguments: [
      (0.0, "00:00"), (30_600, "08:30"), (86_400, "24:00"), (97_200, "03:00 +1 d"),
      (-3_600, "23:00 −1 d"),
    ])
  func times(_ seconds: Double, _ text: String) {
    #expect(AxisTicks.time(seconds) == text)
  }
}
