import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Charts
@testable import Reporting

/// The ratio of the last 28 days against that of the 28 days before.
@Suite struct RecentChangeTests {
  private func report(_ days: Range<CivilDate>, by period: CalendarPeriod) throws -> CohortReport {
    let source = RecordList(Array(try monitoring().records.prefix(20)))
    return try CohortReport(of: source, AdherenceQuery(days, by: period))
  }

  @Test(
    "The ratios are those of reports on these days alone, without a clipped last week",
    arguments: [CalendarPeriod.day, .week])
  func ratios(_ period: CalendarPeriod) throws {
    let (start, end) = (try day("2025-01-13"), try day("2025-05-08"))
    let change = try #require(
      RecentChange(of: "med", try report(start..<end, by: period).byPeriod))
    let last = period == .day ? end : try day("2025-05-05")
    #expect(change.days == last.adding(days: -28)..<last)
    for (ratio, days) in [
      (change.ratio, change.days),
      (change.before, last.adding(days: -56)..<last.adding(days: -28)),
    ] {
      let row = try report(days, by: .all).whole.rows.first { $0.group == nil && $0.task == "med" }
      #expect(ratio == row?.pooled.ratio(.done))
    }
  }

  @Test("Nothing is told of a task that ended before, of short reports and of months")
  func absent() throws {
    let start = try day("2025-01-13")
    let late = try report(start..<(try day("2026-03-02")), by: .week)
    #expect(RecentChange(of: "med", late.byPeriod) == nil)
    let short = try report(start..<start.adding(days: 49), by: .week)
    #expect(RecentChange(of: "med", short.byPeriod) == nil)
    let months = try report(start..<(try day("2025-06-01")), by: .month)
    #expect(RecentChange(of: "med", months.byPeriod) == nil)
  }

  @Test("Groups over time are those of reports on each group alone")
  func groups() throws {
    let days = try day("2025-01-13")..<(try day("2025-05-05"))
    let source = try RecordList(Array(monitoring().records.prefix(40)))
    let query = AdherenceQuery(days, by: .week)
    func trends(_ options: ReportOptions = ReportOptions()) throws -> GroupTrends {
      let report = try CohortReport(
        of: source, ReportTask(query, ReportContents([.page]), options: options)
      ) { _ in }
      let collection = try #require(report.part.collection)
      let statistics = CohortStatistics(collection, MeasureParameters(), jobs: 1)
      let task = try #require(statistics.tasks.first { $0.task == "med" })
      return GroupTrends(of: task, named: "Tablet", report.byPeriod)
    }
    let all = try trends()
    #expect(all.lines.map(\.group) == ["A", "B"] && all.count == 2)
    for line in all.lines {
      var options = ReportOptions()
      options.filter = try PatientFilter(["group:\(line.group)"])
      let alone = try #require(trends(options).lines.first)
      #expect(line.group == alone.group && line.patients == alone.patients)
      #expect(line.sparkline == alone.sparkline && line.ratio == alone.ratio)
      #expect(line.change == alone.change && line.change != nil)
    }
    var html = MarkupWriter()
    html.trends(all)
    let text = String(decoding: html.bytes, as: UTF8.self)
    #expect(text.contains("Groups over time: Tablet"))
    #expect(text.contains("The last 28 days are 7 April 2025 to 4 May 2025; the change"))
    for line in all.lines {
      #expect(text.contains("<bdi>\(line.group)</bdi></th><td class=\"n\">\(line.patients)</td>"))
      #expect(text.contains(TextTable.percent(line.change?.ratio)))
    }
  }
}
