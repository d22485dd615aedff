import AdherenceAnalytics
import Charts
import Foundation
import Scheduling
import Testing

/// The examples of the essential types of `Charts`.
@Suite(.printsAsWritten) struct ChartsExamples: Examples {
  @Test func chartData() async throws {
    let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
    let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
    print(chart.summary)  // 2 weeks, 14.3 % of 14 due done; lowest 2025-W03 with 0 %.
    for point in chart.series[1].points {
      print(point.label ?? "", point.y ?? 0, chart.value("missed", of: point)?.number ?? 0)
    }
    // 2025-W02 2.0 5.0
    // 2025-W03 0.0 7.0
    let page = chart.vegaLite()  // or csv(), json(), chartJS(), careKit()
    print(try ChartData(vegaLite: page).series == chart.series)  // true
  }

  @Test func chartValue() {
    let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
    let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
    let first = chart.series[1].points[0]
    print(chart.value("missed", of: first)?.number ?? 0)  // 5.0
  }

  @Test func chartKind() async throws {
    print(ChartKind.allCases.count, ChartKind.bars.pointLimit)  // 22 400
  }
}
