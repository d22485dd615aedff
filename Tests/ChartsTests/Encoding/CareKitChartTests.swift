import AdherenceAnalytics
import Charts
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

/// The data for CareKit's chart views.
@Suite struct CareKitChartTests {
  private struct Chart: Decodable {
    struct Point: Decodable, Equatable {
      var x: Double
      var y: Double
    }
    struct Series: Decodable {
      var title: String
      var dataPoints: [Point]
      var dates: [String]
      var accessibilityLabels: [String]
      var missing: [[String: Cell]]
    }
    enum Cell: Decodable, Equatable {
      case number(Double)
      case text(String)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }
    struct GraphView: Decodable {
      var xMaximum: Double
      var yMinimum: Double
      var yMaximum: Double
      var horizontalAxisMarkers: [String]
    }
    var plotType: String
    var dataSeries: [Series]
    var graphView: GraphView
  }

  private func decoded(_ chart: ChartData) throws -> Chart {
    try JSONDecoder().decode(Chart.self, from: Data(chart.careKit().utf8))
  }

  private func sums(_ values: [Double?], _ scale: ChartAxis.Scale = .number) -> ChartData {
    ChartData(
      .dailySums, title: "", summary: "", x: SampleCharts.days, y: ChartAxis("Sum", scale),
      series: [
        ChartSeries(
          "tablet", .bar, .first,
          values.enumerated().map { place, value in
            ChartPoint(
              19_786 + Double(place), value, missing: value == nil ? "noOccurrences" : nil)
          })
      ])
  }

  @Test func `A week`() throws {
    let chart = try decoded(sums([1, 0, nil, 2, 5, nil, 0]))
    let series = chart.dataSeries[0]
    #expect(chart.plotType == "bar")
    #expect(series.dataPoints.map(\.x) == [0, 1, 3, 4, 6])
    #expect(series.dataPoints.map(\.y) == [1, 0, 2, 5, 0])
    #expect(series.dates == ["2024-03-04", "2024-03-05", "2024-03-07", "2024-03-08", "2024-03-10"])
    #expect(series.accessibilityLabels[3] == "tablet, 2024-03-08, 5")
    #expect(
      series.missing[0]
        == ["x": .number(2), "date": .text("2024-03-06"), "reason": .text("noOccurrences")])
    #expect(chart.graphView.yMaximum == 8)
    #expect(chart.graphView.horizontalAxisMarkers.count == 7)
  }

  @Test(arguments: [(0.0, 4.0), (4.0, 4.0), (4.5, 8.0), (17.0, 20.0)])
  func `The scale ends at a multiple of four`(value: Double, most: Double) throws {
    #expect(try decoded(sums([value])).graphView.yMaximum == most)
  }

  @Test func `The scale keeps stated ranges, shares and negative values`() throws {
    var chart = sums([1, -3])
    #expect(try decoded(chart).graphView.yMinimum == -3)
    chart.y.range = 0...6
    #expect(try decoded(chart).graphView.yMaximum == 6)
    #expect(try decoded(sums([0.5], .share)).graphView.yMaximum == 1)
  }

  @Test func `One day has a width`() throws {
    #expect(try decoded(sums([3])).graphView.xMaximum == 1)
  }

  @Test(arguments: [(14, 14), (15, 8), (29, 8), (31, 7), (18, 2)])
  func `Markers stand at equal distances`(days: Int, markers: Int) throws {
    let chart = try decoded(sums(Array(repeating: 1, count: days)))
    let words = chart.graphView.horizontalAxisMarkers
    #expect(words.count == markers)
    #expect(words.first == "2024-03-04")
    #expect(words.last == chart.dataSeries[0].dates.last)
  }

  @Test func `Other charts are rejected`() {
    for chart in [SampleCharts.clock, SampleCharts.lasagna, SampleCharts.rolling] {
      #expect(throws: InputError.self) { try chart.careKit() }
    }
    #expect(throws: Never.self) { try SampleCharts.bars.careKit() }
  }
}
