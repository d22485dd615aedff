import AdherenceAnalytics
import Interchange
import Scheduling
import TestSupport
import Testing

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
}
