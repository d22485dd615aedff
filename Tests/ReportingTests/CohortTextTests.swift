import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

@Suite struct CohortTextTests {
  @Test func theMonitoringCohort() throws {
    let report = try CohortReport(of: try monitoring(), try monitoringQuery(by: .quarter))
    let lines = CohortText(report).text.split(separator: "\n")
    #expect(
      lines[0]
        == "group  task    patients  without ratio     due    done  pooled    mean  median  ≥ 80 %")
    #expect(
      lines[2]
        == "(all)  med          200              0  45,532  30,271  66.5 %  68.3 %  78.9 %  49.0 %")
    #expect(lines[lines.count - 3] == "2025-Q2 ▆▆ 2025-Q3")
    #expect(
      lines[lines.count - 1]
        == "  The report covers only a part of the first and the last quarter, which are not drawn. "
        + "A quarter is not over yet, and not drawn.")
    #expect(!lines.contains { $0.contains("initiated") })
  }

  @Test(
    "The heading states that no patient has the groups that were asked for",
    arguments: [
      (CohortGrouping.sex, true), (.tag, true), (.group, false), (.none, false), (.zone, false),
    ])
  func missingGroups(_ grouping: CohortGrouping, _ isTold: Bool) throws {
    var options = ReportOptions()
    options.grouping = grouping
    let source = try RecordList(Array(monitoring().records.prefix(3)))
    let report = try CohortReport(of: source, monitoringQuery(by: .all), options)
    let heading = report.heading(areDaysOfData: false, groupBy: grouping.description)
    #expect(
      heading.hasSuffix(
        "No patient has a value of \(grouping), so that there are no groups (--group-by).\n\n")
        == isTold)
    #expect(heading.hasPrefix("3 patients, "))
  }

  @Test("Of many periods, the last are shown, which the line says")
  func manyPeriods() throws {
    let report = try CohortReport(of: try monitoring(), try monitoringQuery(by: .day))
    let lines = CohortText(report).text.split(separator: "\n")
    // The time of the report is on this day, which is not over.
    let days = report.byPeriod.spans.filter { $0.name != "2025-12-31" }
    let bars = lines[lines.count - 3].split(separator: " ")
    #expect(bars[0] == days[days.count - 100].name && bars[2] == days[days.count - 1].name)
    #expect(bars[1].count == 100)
    #expect(lines[lines.count - 2].contains("in the last 100 of \(days.count) periods,"))
    #expect(lines[lines.count - 1] == "  A day is not over yet, and not drawn.")
  }

  @Test("Phases are printed beside the pooled ratio, where they were collected")
  func phases() throws {
    let task = ReportTask(
      try monitoringQuery(by: .all), ReportContents([.cohort, .statistics]),
      options: ReportOptions())
    let report = try CohortReport(of: try monitoring(), task) { _ in }
    let lines = CohortText(report).text.split(separator: "\n")
    let title = try #require(lines.firstIndex { $0.contains("initiated  persistent") })
    let words = lines[title + 1].split(separator: /[ ]{2,}/).map(String.init)
    let phases = try #require(report.phases[.init(task: "med", group: nil)])
    let shares = [phases.initiated, phases.persistent, phases.implementation, phases.product].map {
      TextTable.percent($0.value)
    }
    #expect(words == ["(all)", "med", shares[0], shares[1], "150", shares[2], shares[3], "66.5 %"])
    #expect(shares[0] == "95.0 %" && shares[2].hasPrefix("8"))
  }
}
