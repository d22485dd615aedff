import AdherenceAnalytics
import Foundation
import Scheduling
import Testing

@testable import Charts

/// The Plotly and ECharts configurations, beyond the pictures compared by `make check-charts`.
@Suite struct RendererFormsTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func traces(_ chart: ChartData) throws -> [[String: Any]] {
    try #require(object(chart.plotly())["data"] as? [[String: Any]])
  }

  private func series(_ chart: ChartData) throws -> [[String: Any]] {
    try #require(object(chart.eCharts())["series"] as? [[String: Any]])
  }

  private let days = ChartAxis("Day", .day, range: 20_094...20_101)

  @Test(arguments: SampleCharts.all) func bothHaveTheHeader(chart: ChartData) throws {
    let header = try JSONDecoder().decode(ChartHeader.self, from: Data(chart.json().utf8))
    let layout = try #require(object(chart.plotly())["layout"] as? [String: Any])
    let option = try object(chart.eCharts())
    for holder in [layout["meta"], option["usermeta"]] {
      let own = try #require((holder as? [String: Any])?["regimen"])
      let data = try JSONSerialization.data(withJSONObject: own)
      #expect(try JSONDecoder().decode(ChartHeader.self, from: data) == header)
    }
  }

  @Test(arguments: SampleCharts.all, ChartTheme.allCases)
  func bothAreOpaque(chart: ChartData, theme: ChartTheme) throws {
    let look = ChartLook(theme: theme, width: 500, height: 320)
    let layout = try #require(object(chart.plotly(look))["layout"] as? [String: Any])
    let template = (layout["template"] as? [String: Any])?["layout"] as? [String: Any]
    #expect(template?["paper_bgcolor"] as? String == theme.background)
    #expect(layout["width"] as? Int == 500 && layout["height"] as? Int == 320)
    #expect(try object(chart.eCharts(look))["backgroundColor"] as? String == theme.background)
  }

  @Test func missingValuesAreNull() throws {
    let points = [ChartPoint(20_094, 3), ChartPoint(20_095, nil), ChartPoint(20_096, 0)]
    let chart = ChartData(
      .rolling, title: "A", summary: "", x: days, y: ChartAxis("n", .number),
      series: [ChartSeries("One", .line, .primary, points)])
    let trace = try traces(chart)[0]
    #expect(trace["x"] as? [String] == ["2025-01-06", "2025-01-07", "2025-01-08"])
    #expect((trace["y"] as? [Any])?.map { $0 as? Int } == [3, nil, 0])
    #expect(trace["connectgaps"] as? Bool == false)
    let line = try series(chart)[0]
    let items = try #require(line["data"] as? [[String: Any]])
    let values = items.compactMap { $0["value"] as? [Any] }
    #expect(items.first?["name"] as? String == "2025-01-06\nOne: 3")
    #expect(values.map { $0[0] as? String }.first == "2025-01-06T00:00:00Z")
    #expect(values.map { $0[1] as? Int } == [3, nil, 0])
    #expect(line["connectNulls"] as? Bool == false)
  }

  /// A bar from 2 to 5 over a week: its centre, width and start.
  @Test func barsAreAtTheirStart() throws {
    let bar = ChartPoint(20_094, 5, xEnd: 20_101, yEnd: 2)
    let chart = ChartData(
      .bars, title: "A", summary: "", x: days, y: ChartAxis("n", .number),
      series: [ChartSeries("One", .bar, .done, [bar])])
    let trace = try traces(chart)[0]
    #expect(trace["x"] as? [String] == ["2025-01-09T12:00:00.000Z"])
    let width = try #require((trace["width"] as? [Double])?.first)
    #expect(abs(width - 7 * 86_400_000 * 0.92) < 1)
    #expect(trace["base"] as? [Int] == [2] && trace["y"] as? [Int] == [3])
    let bars = try series(chart)
    let items = bars.compactMap { ($0["data"] as? [[String: Any]])?.first }
    #expect(items.map { ($0["value"] as? [Any])?[1] as? Int } == [2, 3])
  }

  @Test func bandsLinesAndWordsAreThere() throws {
    var chart = SampleCharts.bars
    chart.bands = [ChartBand(.x, from: 20_094, to: 20_101, "hold", .onHold)]
    chart.references = [
      ReferenceLine(.y, at: 1, "limit"), ReferenceLine(.x, at: 20_096, "<clock>"),
    ]
    chart.annotations = [ChartAnnotation(x: 20_095, "change")]
    let layout = try #require(object(chart.plotly())["layout"] as? [String: Any])
    let shapes = try #require(layout["shapes"] as? [[String: Any]])
    #expect(shapes.count == 3)
    let labels = try #require(layout["annotations"] as? [[String: Any]])
    #expect(labels.map { $0["text"] as? String } == ["hold", "change", "&lt;clock&gt;", "limit"])
    #expect(labels.map { $0["yshift"] as? Int } == [0, 12, 24, nil])
    #expect(labels[2]["x"] as? String == "2025-01-08" && labels[3]["y"] as? Int == 1)
    let marks = try #require(series(chart).last)
    #expect(marks["markArea"] != nil)
    for (name, text) in [("markPoint", "hold"), ("markLine", "limit"), ("markPoint", "change")] {
      let data = try JSONSerialization.data(withJSONObject: try #require(marks[name]))
      #expect(String(decoding: data, as: UTF8.self).contains(text))
    }
  }

  @Test func namesAreEscapedForPlotly() throws {
    var chart = SampleCharts.bars
    chart.title = "<b>A</b> & <a href='x'>B</a>"
    chart.series[0].name = "<i>x"
    let layout = try #require(object(chart.plotly())["layout"] as? [String: Any])
    let title = (layout["title"] as? [String: Any])?["text"] as? String
    #expect(title?.hasPrefix("&lt;b&gt;A&lt;/b&gt; &amp; &lt;a href='x'&gt;B&lt;/a&gt;") == true)
    #expect(try traces(chart)[0]["name"] as? String == "&lt;i&gt;x")
  }

  /// Each state has a pattern of its own, so that it does not depend on colour.
  @Test func statesDifferWithoutColour() throws {
    let roles: [ChartRole] = [.done, .missed, .late, .partial, .declined, .onHold]
    let cells = roles.enumerated().map { place, role in
      ChartSeries(role.rawValue, .cell, role, [ChartPoint(20_094 + Double(place), 0)])
    }
    let chart = ChartData(
      .calendar, title: "A", summary: "", x: days,
      y: ChartAxis("Row", .category, categories: ["Mon"]), series: cells)
    let patterns = try traces(chart).map { trace in
      (((trace["marker"] as? [String: Any])?["pattern"] as? [String: Any])?["shape"] as? String)
        ?? ""
    }
    #expect(Set(patterns).count == roles.count)
    #expect(try series(chart).first?["type"] as? String == "heatmap")
  }

  @Test func unsupportedContentOfEChartsIsReported() {
    #expect(
      SampleCharts.all.compactMap(\.eChartsLacks)
        == ["At risk", "Observed"].filter { title in
          SampleCharts.all.contains { $0.table?.title == title }
        })
  }
}
