import AdherenceAnalytics
import Charts
import Foundation
import Scheduling
import Testing

/// What the documentation of `Charts` shows of its first types.
@Suite(.printsAsWritten) struct ChartsExamples: Examples {
  @Test func chartData() async throws {
    let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
    let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
    print(chart.summary)  // 2 weeks, 14.3 % of 14 due done; lowest 2025-W03 with 0 %.
    print(chart.csv())
    // part,series,x,xEnd,y,yEnd,value,label,missing
    // point,Due,2025-01-06,2025-01-13,7,,,2025-W02,
    // point,Due,2025-01-13,2025-01-20,7,,,2025-W03,
    // point,Completed,2025-01-06,2025-01-13,2,,,2025-W02,
    // point,Completed,2025-01-13,2025-01-20,0,,,2025-W03,
    //
    let page = chart.vegaLite()  // or json(), chartJS(), careKit()
    print(try ChartData(vegaLite: page).series == chart.series)  // true
  }

  @Test func chartKind() async throws {
    print(ChartKind.allCases.count, ChartKind.bars.pointLimit)  // 22 400
  }
}
