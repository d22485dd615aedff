import Scheduling
import Testing

@testable import Charts

/// The titles that browsers show beside the pointer.
@Suite struct HoverTests {
  private func chart(_ names: [String]) -> ChartData {
    ChartData(
      .bars, title: "Doses", summary: "", x: ChartAxis("Day", .number), y: ChartAxis("", .number),
      series: names.enumerated().map { index, name in
        let roles: [ChartRole] = [.first, .second]
        return ChartSeries(
          name, .bar, roles[index],
          (0..<3).map { ChartPoint(Double($0), Double($0 + index + 1), label: "day <\($0)>") })
      })
  }

  @Test("Each mark has a title with its label, its series and its value, in pages and in files")
  func titles() {
    for svg in [chart(["a & b"]).svg(prefix: "p"), chart(["a & b"]).svg()] {
      let found = svg.matches(of: /<title>([^<]*)<\/title><\/path>/).map { String($0.1) }
      #expect(
        found == (0..<3).map { "day &lt;\($0)&gt;\na &amp; b: \($0 + 1)" }, "\(svg)")
    }
  }

  @Test("Bars side by side have titles side by side")
  func lanes() {
    let drawing = ChartDrawing(chart(["one", "two"]), prefix: "p")
    let boxes = drawing.chart.series.map { series in series.points.map(drawing.barBoxes(series)) }
    for (left, right) in zip(boxes[0], boxes[1]) { #expect(left.right <= right.left + 1e-9) }
  }
}
