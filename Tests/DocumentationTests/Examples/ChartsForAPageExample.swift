import AdherenceAnalytics
import Charts
import Foundation
import Scheduling
import Testing

/// The code of the tutorial on charts for a web page.
@Suite(.printsAsWritten) struct ChartsForAPageExample: Examples {
  @Test func inSwift() async throws {
    let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 28), by: .week))
    let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
    print(chart.summary)  // 4 weeks, 7.1 % of 28 due done; lowest 2025-W03 with 0 %.
    print(chart.chartJS().hasPrefix("{"), chart.vegaLite().hasPrefix("{"))  // true true
  }
}
