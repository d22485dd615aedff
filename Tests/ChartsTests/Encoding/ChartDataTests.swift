import AdherenceAnalytics
import Charts
import Foundation
import Scheduling
import TestSampling
import Testing

/// Charts are read back completely.
@Suite struct ChartDataTests {
  @Test(arguments: SampleCharts.all)
  func `A sample of each kind is read back`(chart: ChartData) throws {
    try expectReadBack(chart)
  }

  @Test func `Any chart is read back`() throws {
    var random = RandomCharts(seed: 21)
    for _ in 0..<(isExhaustive ? 300 : 75) { try expectReadBack(random.chart()) }
  }

  private func expectReadBack(_ chart: ChartData) throws {
    #expect(try ChartData(json: chart.json()) == chart)
    #expect(try ChartData(vegaLite: chart.vegaLite()) == chart)
    let data = try JSONEncoder().encode(chart)
    #expect(try JSONDecoder().decode(ChartData.self, from: data) == chart)
  }

  @Test func `The same chart gives the same bytes`() throws {
    for chart in SampleCharts.all {
      let again = try ChartData(json: chart.json())
      #expect(again.json() == chart.json())
      #expect(again.vegaLite() == chart.vegaLite())
      #expect(again.csv() == chart.csv())
    }
  }

  /// Two encodings of the same properties, which a decoder cannot distinguish.
  @Test func `Encoders write what json() writes`() throws {
    for chart in SampleCharts.all {
      let object = try JSONSerialization.jsonObject(with: Data(chart.json().utf8))
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(chart))
      #expect(withoutNulls(object) == withoutNulls(encoded))
    }
  }

  private func withoutNulls(_ value: Any) -> NSObject {
    switch value {
    case let object as [String: Any]:
      object.filter { !($0.value is NSNull) }.mapValues(withoutNulls) as NSDictionary
    case let list as [Any]: list.map(withoutNulls) as NSArray
    default: value as? NSObject ?? NSNull()
    }
  }

  @Test func `Two categories of one name stay two`() throws {
    var chart = SampleCharts.groups
    chart.y.categories = ["Ann", "Ann", "Ann (2)", "Bob"]
    #expect(chart.csv().contains(",Ann (2) (2),"))
    let again = try ChartData(json: chart.json())
    #expect(again.series == chart.series)
  }

  /// The position is written as an instant, which would otherwise be read as another position.
  @Test func `A number on an axis of days is a moment to the millisecond`() throws {
    let text = SampleCharts.bars.json().replacing("\"2025-01-12\"", with: "20100.909990718913983")
    let chart = try ChartData(json: text)
    #expect(try ChartData(json: chart.json()) == chart)
    #expect(chart.json().contains("2025-01-12T21:50:23.198Z"))
  }

  @Test func `Errors are named`() {
    func problem(_ text: String) -> String {
      do {
        _ = try ChartData(vegaLite: text)
        return "none"
      } catch { return "\(error)" }
    }
    let spec = SampleCharts.bars.vegaLite()
    #expect(problem("{}") == "'usermeta' is missing (it is required)")
    #expect(problem("[").contains("cannot be read"))
    #expect(
      problem(SampleCharts.bars.vegaLite(rows: .url("bars.csv")))
        == "'data.values' is missing (it is required)")
    #expect(
      problem(spec.replacing("\"2025-01-12\"", with: "\"yesterday\""))
        .hasPrefix("'x' is not a date: 'yesterday'"))
    #expect(
      problem(spec.replacing("\"series\":\"Due\",\"x\"", with: "\"series\":\"Duo\",\"x\""))
        == "'series' names an unknown series: 'Duo'")
    #expect(
      problem(SampleCharts.chronology.vegaLite().replacing("\"y\":8.5}", with: "\"y\":1e99}"))
        == "'y' must lie within a million hours of midnight, not '1e+99'")
    var counted = SampleCharts.bars
    counted.table = ChartTable(
      "At risk", statistic: "atRisk", columns: [1, 2], rows: [.init("med", [3, 4])])
    let table = counted.vegaLite()
    #expect(problem(table) == "none")
    let count =
      #"{"part":"table","statistic":"atRisk","periodStart":"1970-01-03","value":4,"#
      + #""series":"med","x":"1970-01-03"}"#
    #expect(
      problem(table.replacing(count, with: "\(count),\n\(count)"))
        == "'value' has too many counts of 'med': the limit is 2")
    var dated = SampleCharts.bars
    dated.fields = [ChartField("on", .date)]
    dated.series[0].points[0].values = [.date(.first)]
    #expect(
      problem(dated.vegaLite().replacing("\"0001-01-01\"", with: "\"soon\""))
        .hasPrefix("'on' is not a date: 'soon'"))
    for taken in ["part", "panel", "missing", "value", "n", "on"] {
      dated.fields = [ChartField("on", .date), ChartField(taken, .text)]
      #expect(
        problem(dated.vegaLite())
          == "'fields.1.name' cannot be combined with '\(taken)' (keep one of them)")
    }
  }
}
