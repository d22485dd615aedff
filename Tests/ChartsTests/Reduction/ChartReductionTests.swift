import AdherenceAnalytics
import Charts
import Testing

/// Long lines are reduced; counts are kept.
@Suite struct ChartReductionTests {
  private func chart(_ mark: ChartSeries.Mark, _ points: [ChartPoint]) -> ChartData {
    ChartData(
      .rolling, title: "", summary: "", x: SampleCharts.days, y: .share("Ratio"),
      series: [ChartSeries("Ratio", mark, .primary, points)])
  }

  @Test func `Leaves short charts alone`() {
    for chart in SampleCharts.all { #expect(chart.reduced() == chart) }
  }

  @Test func `Keeps to the limit and says so`() {
    let long = chart(.line, (0..<5000).map { ChartPoint(Double($0), SampleCharts.wave($0)) })
    let short = long.reduced()
    #expect(short.pointCount == ChartKind.rolling.pointLimit)
    #expect(short.reduction == ChartReduction(.largestTriangle, points: 5000, limit: 1200))
    #expect(Set(short.series[0].points).isSubset(of: long.series[0].points))
  }

  @Test func `Divides the limit by length, besides what is kept`() {
    var long = chart(.line, (0..<900).map { ChartPoint(Double($0), SampleCharts.wave($0)) })
    long.series.append(
      ChartSeries(
        "Interval", .area, .interval, (0..<300).map { ChartPoint(Double($0), 0, yEnd: 1) }))
    long.series.append(
      ChartSeries("Alarm", .dot, .signal, (0..<20).map { ChartPoint(Double($0), 1) }))
    #expect(long.reduced(to: 420).series.map(\.points.count) == [300, 100, 20])
  }

  @Test func `Loses nothing of steps that repeat themselves`() {
    let steps = (0..<5000).map { ChartPoint(Double($0), 1 - Double($0 / 1000) * 0.1) }
    let short = chart(.step, steps).reduced(to: 100).series[0].points
    #expect(short.map(\.x) == [0, 1000, 2000, 3000, 4000, 4999])
  }

  @Test func `Leaves bars and dots alone`() {
    for mark in [ChartSeries.Mark.bar, .dot, .tick, .cell, .span] {
      let long = chart(mark, (0..<5000).map { ChartPoint(Double($0), 1) })
      #expect(long.reduced() == long)
    }
  }
}
