import AdherenceAnalytics
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

@Suite struct CohortTextTests {
  @Test func theMonitoringCohort() throws {
    let report = try CohortReport(of: try monitoring(), try monitoringQuery(by: .quarter))
    let lines = CohortText(report).text.split(separator: "\n")
    #expect(
      lines[0]
        == "group  task    patients  nothing due    due  completed  pooled    mean  median  ≥ 80 %")
    #expect(
      lines[2]
        == "(all)  med          200            0  45532      30271  66.5 %  68.3 %  78.9 %  49.0 %")
    #expect(lines[lines.count - 2] == "2025-Q1 ▇▆▆▆· 2026-Q1")
  }
}
