import Foundation
import Scheduling
import Testing

@testable import Charts

/// The tooltips of marks, in every renderer.
@Suite struct TooltipTests {
  /// The points of a chart with a drawn mark, and their series.
  private func drawn(_ chart: ChartData) -> [(ChartPoint, ChartSeries)] {
    chart.series.flatMap { series in
      series.points.filter { $0.y != nil && !(series.mark.needsEnd && $0.yEnd == nil) }
        .map { ($0, series) }
    }
  }

  private func text(_ chart: ChartData, _ point: ChartPoint, _ series: ChartSeries) -> [String] {
    chart.hoverLines(of: point, in: series)
  }

  @Test(
    "A tooltip names the position and the series, and has no empty line",
    arguments: SampleCharts.all)
  func content(_ chart: ChartData) {
    for (point, series) in drawn(chart) {
      let lines = text(chart, point, series)
      #expect(lines.count > 1 && !lines.contains(""), "\(chart.kind): \(lines)")
      #expect(lines.joined().contains(series.name), "\(chart.kind): \(lines)")
    }
  }

  @Test("Every mark of an SVG file has a title", arguments: SampleCharts.all)
  func svg(_ chart: ChartData) throws {
    let elements = try #require(pictureElements(of: chart.svg()))
    let titles = Set(elements.filter { $0.name == "title" }.map(\.text))
    for (point, series) in drawn(chart) {
      let title = text(chart, point, series).joined(separator: "\n")
      #expect(titles.contains(title), "\(chart.kind): \(title)")
    }
  }

  @Test("Every mark of ECharts, Chart.js and Plotly has the text", arguments: SampleCharts.all)
  func scripts(_ chart: ChartData) throws {
    let lines = drawn(chart).map { text(chart, $0.0, $0.1) }
    let echarts = Set(try strings("name", in: chart.eCharts()))
    let chartJS = try Set(lists("text", in: chart.chartJS()))
    for own in lines {
      #expect(echarts.contains(own.joined(separator: "\n")), "\(chart.kind): \(own)")
      #expect(chartJS.contains(own), "\(chart.kind): \(own)")
    }
    let hovers = try lists("hovertext", in: chart.plotly()).joined()
    for (point, series) in drawn(chart) where !series.mark.needsEnd {
      let own = text(chart, point, series).map(PlotlyFigure.plain).joined(separator: "<br>")
      #expect(hovers.contains(own), "\(chart.kind): \(own)")
    }
  }

  @Test("Every layer of Vega-Lite with marks has a tooltip of fields", arguments: SampleCharts.all)
  func vegaLite(_ chart: ChartData) throws {
    let tree = try JSONSerialization.jsonObject(with: Data(chart.vegaLite().utf8))
    let groups = objects(in: tree).filter { $0["layer"] != nil && $0["encoding"] != nil }
    let shared = (groups.first?["encoding"] as? [String: Any])?["tooltip"]
    let layers = groups.first?["layer"] as? [[String: Any]] ?? clockLayers(tree)
    let marks = layers.filter { ($0["mark"] as? [String: Any])?["aria"] as? Bool != false }
    #expect(marks.count >= chart.series.count)
    for layer in marks {
      let own = (layer["encoding"] as? [String: Any])?["tooltip"]
      let fields = (own ?? shared) as? [[String: Any]] ?? []
      #expect(fields.count > 1, "\(chart.kind)")
    }
  }

  private func clockLayers(_ tree: Any) -> [[String: Any]] {
    objects(in: tree).filter { ($0["mark"] as? [String: Any])?["padAngle"] != nil }
  }

  @Test("The tooltip of an event has its planned time and the distance from it")
  func chronology() throws {
    var point = ChartPoint(20_100, 30_600)
    let planned = ChartValue.instant(.init(seconds: 20_100 * 86_400 + 28_800), offset: 0)
    let instant = ChartValue.instant(.init(seconds: 20_100 * 86_400 + 30_600), offset: 0)
    point.values = [instant, planned, .number(30)]
    var chart = SampleCharts.chronology
    chart.fields = [
      ChartField("instant", .instant), ChartField("planned", .instant),
      ChartField("minutesFromPlanned", .number),
    ]
    #expect(
      chart.hoverLines(of: point, in: chart.series[0])
        == ["2025-01-12", "Done: 08:30", "planned 08:00, minutes from planned 30"])
  }

  @Test("The tooltip of a span has its first and last day")
  func swimmer() throws {
    var chart = SampleCharts.swimmer
    chart.fields = [ChartField("task", .text), ChartField("days", .number)]
    var point = ChartPoint(20_100, 0, xEnd: 20_110)
    point.values = [.text("Metformin"), .number(10)]
    #expect(
      chart.hoverLines(of: point, in: chart.series[0])
        == ["2025-01-12 to 2025-01-21", "Metformin, Episode", "days 10"])
  }

  // MARK: Trees

  private func objects(in tree: Any) -> [[String: Any]] {
    if let object = tree as? [String: Any] { return [object] + object.values.flatMap(objects) }
    return (tree as? [Any] ?? []).flatMap(objects)
  }

  private func strings(_ key: String, in text: String) throws -> [String] {
    objects(in: try JSONSerialization.jsonObject(with: Data(text.utf8)))
      .compactMap { $0[key] as? String }
  }

  private func lists(_ key: String, in text: String) throws -> [[String]] {
    objects(in: try JSONSerialization.jsonObject(with: Data(text.utf8))).flatMap { object in
      if let lines = object[key] as? [String] { return [lines] }
      return object[key] as? [[String]] ?? []
    }
  }
}
