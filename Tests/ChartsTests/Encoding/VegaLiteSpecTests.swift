import AdherenceAnalytics
import Foundation
import Testing

@testable import Charts

/// The specifications, beyond the pictures compared by `make check-charts`.
@Suite struct VegaLiteSpecTests {
  private func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  /// All values of a property at any depth.
  private func values(_ name: String, in value: Any) -> [Any] {
    if let list = value as? [Any] { return list.flatMap { values(name, in: $0) } }
    guard let object = value as? [String: Any] else { return [] }
    return (object[name].map { [$0] } ?? []) + object.values.flatMap { values(name, in: $0) }
  }

  @Test(arguments: SampleCharts.all)
  func `A specification is whole and says what it shows`(chart: ChartData) throws {
    let spec = try object(chart.vegaLite())
    #expect(spec["$schema"] as? String == "https://vega.github.io/schema/vega-lite/v6.json")
    #expect((spec["description"] as? String)?.contains(chart.summary) == true)
    #expect((spec["config"] as? [String: Any])?["background"] as? String == "#FFFFFF")
    #expect(values("url", in: spec).isEmpty)
    // With one series a legend is redundant, unless it names a state.
    let domains = values("color", in: spec["layer"] ?? spec["vconcat"] ?? []).compactMap {
      (($0 as? [String: Any])?["scale"] as? [String: Any])?["domain"] as? [String]
    }
    #expect(chart.hasLegend || domains.allSatisfy { $0.count > 1 })
  }

  /// A user can change every colour and font by the configuration.
  @Test(arguments: SampleCharts.all)
  func `Colours and fonts are in the configuration only`(chart: ChartData) throws {
    var spec = try object(chart.vegaLite())
    let config = try #require(spec["config"] as? [String: Any])
    for key in ["config", "usermeta", "data", "title", "description"] { spec[key] = nil }
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: spec), as: UTF8.self)
    #expect(text.firstMatch(of: /#[0-9A-Fa-f]{6}|rgba\(|fontSize/) == nil, "\(chart.kind)")
    let range = config["range"] as? [String: Any]
    #expect(
      (range?["category"] as? [String])?.count == (chart.hasLegend ? chart.legendSeries.count : nil)
    )
    #expect((range?["ramp"] != nil) == (chart.color != nil))
  }

  /// Series share their data, their axes and their colours.
  @Test func `A ribbon is small`() throws {
    var spec = try object(SampleCharts.ribbon.vegaLite())
    for key in ["config", "usermeta", "data"] { spec[key] = nil }
    let size = try JSONSerialization.data(withJSONObject: spec).count
    #expect(size < 4_000, "\(size)")
    #expect(values("domainMin", in: spec).count <= 2)
  }

  @Test func `A background can be chosen`() throws {
    let spec = try object(SampleCharts.bars.vegaLite(background: "transparent"))
    #expect((spec["config"] as? [String: Any])?["background"] as? String == "transparent")
    #expect(try object(SampleCharts.bars.chartJS())["background"] as? String == "#FFFFFF")
  }

  @Test func `Reductions are reported in every form`() throws {
    var chart = SampleCharts.bars
    chart.note = "Each bar is 2 weeks together."
    for text in [
      chart.vegaLite(), chart.chartJS(), chart.json(), chart.metadata(), try chart.careKit(),
    ] {
      #expect(text.contains("Each bar is 2 weeks together."))
    }
    let title = try #require(object(chart.vegaLite())["title"] as? [String: Any])
    #expect(title["subtitle"] as? [String] == [chart.subtitle, "Each bar is 2 weeks together."])
    #expect(try ChartData(json: chart.json()) == chart)
  }

  @Test func `An empty chart says why in every form`() throws {
    var chart = SampleCharts.interdose
    chart.series = []
    chart.summary = "There are no two doses at known times."
    #expect(chart.isEmpty)
    for text in [chart.vegaLite(), chart.chartJS(), chart.metadata()] {
      #expect(text.components(separatedBy: chart.summary).count > 1)
    }
    let layers = try #require(object(chart.vegaLite())["layer"] as? [[String: Any]])
    let words = layers.compactMap { ($0["mark"] as? [String: Any])?["text"] as? [String] }
    #expect(words == [[chart.summary]])
  }

  /// One state only: the legend names it, and the shape is that of the role.
  @Test(arguments: [ChartRole.late, .partial, .missed])
  func `One state has a legend and a shape`(role: ChartRole) throws {
    var chart = SampleCharts.chronology
    chart.series = [ChartSeries("State", .dot, role, [ChartPoint(20_100, 30_000)])]
    let spec = try object(chart.vegaLite())
    let shapes = values("shape", in: spec["layer"] ?? []).compactMap { $0 as? [String: Any] }
    #expect(shapes.contains { ($0["legend"] as? [String: Any]) != nil })
    let config = try object(chart.chartJS())
    let sets = try #require(values("datasets", in: config).first as? [[String: Any]])
    let own = try #require(sets.first { $0["label"] as? String == "State" })
    let expected: [ChartRole: String] = [
      .late: "triangle", .partial: "rectRot", .missed: "crossRot",
    ]
    #expect(own["pointStyle"] as? String == expected[role])
    let legend = values("legend", in: config).first as? [String: Any]
    #expect(legend?["display"] as? Bool == true)
  }

  @Test func `External rows are read with their types`() throws {
    let spec = try object(SampleCharts.chronology.vegaLite(rows: .url("c d.csv")))
    let data = try #require(spec["data"] as? [String: Any])
    let format = try #require(data["format"] as? [String: Any])
    #expect(data["url"] as? String == "c d.csv")
    #expect(data["values"] == nil)
    #expect(format["type"] as? String == "csv")
    #expect(
      format["parse"] as? [String: String]
        == [
          "x": "date", "xEnd": "date", "y": "number", "yEnd": "number", "task": "string",
          "group": "string", "patient": "string", "periodStart": "date", "periodEnd": "date",
          "value": "number", "lower": "number", "upper": "number", "n": "number",
        ])
  }

  @Test func `Days are drawn in UTC`() throws {
    for chart in SampleCharts.all where chart.x.scale == .day {
      let spec = try object(chart.vegaLite())
      for channel in values("x", in: spec["layer"] ?? []).compactMap({ $0 as? [String: Any] }) {
        guard channel["type"] as? String == "temporal" else { continue }
        #expect((channel["scale"] as? [String: Any])?["type"] as? String == "utc")
      }
    }
  }

  @Test func `Chart.js gets null for what is missing, and 0 for 0`() throws {
    var chart = SampleCharts.dailySums
    chart.series = [
      ChartSeries(
        "a", .bar, .first,
        [ChartPoint(20_100, 0), ChartPoint(20_101, nil, missing: "noOccurrences")])
    ]
    let sets = values("datasets", in: try object(chart.chartJS())).first as? [[String: Any]]
    let data = try #require(sets?.first?["data"] as? [[String: Any]])
    #expect(data.map { $0["x"] as? String } == ["2025-01-12", "2025-01-13"])
    #expect(data[0]["y"] as? Double == 0)
    #expect(data[1]["y"] is NSNull)
  }

  @Test(arguments: SampleCharts.all)
  func `Chart.js gets every series`(chart: ChartData) throws {
    let config = try object(chart.chartJS())
    let sets = values("datasets", in: config).first as? [[String: Any]] ?? []
    let labels = sets.compactMap { $0["label"] as? String }
    for series in chart.series {
      let isArea = series.mark == .area || series.mark == .stepArea
      #expect(labels.contains(isArea ? "\(series.name), upper" : series.name))
    }
    #expect(config["description"] as? String == chart.summary)
  }
}
