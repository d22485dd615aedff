import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Charts
@testable import Reporting

/// A period that the time of the report cuts is in no line, band, "lowest" or "at last", or is stated.
@Suite struct UnderwayPeriodsTests {
  /// Eight weeks, of which the fifth is not over, and the last three have not begun.
  private func query() throws -> AdherenceQuery {
    var query = AdherenceQuery(try day("2025-01-13")..<(try day("2025-03-10")), by: .week)
    query.asOf = Instant("2025-02-12T12:00:00Z")
    return query
  }

  private var source: RecordList {
    get throws { RecordList(Array(try monitoring().records.prefix(12))) }
  }

  /// The first day of the week that is not over.
  private var cut: Double { get throws { Double(try day("2025-02-10").dayNumber) } }

  private func chart(
    _ kind: ChartKind, patient: String? = nil, _ query: AdherenceQuery
  ) throws -> ChartData {
    var selection = ChartSelection(kind: kind, patient: patient, task: "med")
    selection.earlierDays = try day("2025-01-06")..<(try day("2025-01-13"))
    return try #require(ChartRequest(query, selection).charts(of: source).charts.first).chart
  }

  /// The same query of the weeks that are over alone.
  private func wholeQuery() throws -> AdherenceQuery {
    var query = try query()
    query.range = query.range.lowerBound..<(try day("2025-02-10"))
    return query
  }

  @Test(arguments: [ChartKind.ribbon, .sparkline])
  func linesOfCohortsEndBefore(_ kind: ChartKind) throws {
    let (chart, whole) = (try chart(kind, query()), try chart(kind, wholeQuery()))
    let cut = try cut
    #expect(chart.note == "A week is not over yet, and not drawn.")
    #expect(whole.note == nil)
    for (own, other) in zip(chart.series, whole.series) {
      let drawn = own.points.filter { $0.y != nil }
      #expect(drawn == other.points.filter { $0.y != nil } && drawn.count == 4)
      #expect(!own.points.contains { $0.x == cut })
    }
    func end(_ chart: ChartData) -> Substring {
      chart.summary.split(separator: "between").last ?? ""
    }
    if kind == .ribbon { #expect(end(chart) == end(whole)) }
    let last = whole.summary.split(separator: ", ").last
    #expect(chart.summary.hasSuffix(last ?? "-"), "\(chart.summary)")
  }

  @Test(arguments: ["P000", "P003", "P005"])
  func chartsOfPatientsEndBefore(_ patient: String) throws {
    let spark = try chart(.sparkline, patient: patient, query())
    let whole = try chart(.sparkline, patient: patient, wholeQuery())
    #expect(
      spark.series[0].points.filter { $0.y != nil } == whole.series[0].points.filter { $0.y != nil }
    )
    let bars = try chart(.bars, patient: patient, query())
    #expect(bars.note == "The last bar with anything due is of a period that is not over yet.")
    let before = try chart(.bars, patient: patient, wholeQuery())
    let lowest = before.summary.split(separator: "; ").last
    #expect(bars.summary.hasSuffix(lowest ?? "-"), "\(bars.summary) \(before.summary)")
    let rolling = try chart(.rolling, patient: patient, query())
    let known = rolling.series[0].points.filter { $0.y != nil }
    let asOf = Double(try day("2025-02-12").dayNumber)
    #expect(known.allSatisfy { $0.x <= asOf } && !known.isEmpty)
    let later = rolling.series[0].points.filter { $0.x > asOf }
    #expect(!later.isEmpty && later.allSatisfy { $0.missing != nil })
  }

  @Test("Unresolved periods are those of the rows", arguments: [CalendarPeriod.day, .week, .month])
  func unresolvedPeriods(_ period: CalendarPeriod) throws {
    var query = AdherenceQuery(try query().range, by: period)
    query.asOf = try self.query().asOf
    let cohort = try CohortReport(of: source, query).byPeriod
    for scope in [SeriesScope.total, .task("med"), .task("survey"), .task("none")] {
      let rows = cohort.rows(of: scope).filter { !$0.pooled.isResolved }
      let unresolved = cohort.unresolved(of: scope)
      #expect(unresolved.map(\.span) == rows.map(\.span))
      #expect(unresolved.map(\.counts) == rows.map(\.pooled))
      #expect(rows.isEmpty == (scope == .task("none")))
    }
  }

  @Test func theRestIsSaid() throws {
    let lasagna = try chart(.lasagna, query())
    #expect(lasagna.note?.contains("A week is not over yet") == true)
    #expect(try chart(.lasagna, wholeQuery()).note?.contains("not over") != true)
    #expect(try chart(.comparison, query()).note?.hasPrefix("The days are not over yet") == true)
    #expect(try chart(.comparison, wholeQuery()).note == nil)
    let lines = CohortText(try CohortReport(of: source, query())).text.split(separator: "\n")
    #expect(lines[lines.count - 3].hasPrefix("2025-W03 "))
    #expect(lines.last == "  A week is not over yet, and not drawn.")
  }

  /// Recorded values have a period of their own task.
  @Test func valuesEndBefore() throws {
    let rows = PeriodSpans.weeks(3)
    let periods = RibbonPeriods(rows, limit: 10) { $0 == 2 }
    #expect(periods.kept == [0, 1] && periods.note == "A week is not over yet, and not drawn.")
    let all = RibbonPeriods([rows[2]], limit: 10) { _ in true }
    #expect(all.kept == [0])
    #expect(all.note == "A week is not over yet: the numbers are of the part that is over.")
  }

  /// The last 28 days of the page end with the last week that is over.
  @Test func theLastDaysAreOver() throws {
    var query = try query()
    query.asOf = Instant("2025-05-14T12:00:00Z")
    query.range = (try day("2025-01-13"))..<(try day("2025-06-02"))
    let change = try #require(
      RecentChange(of: "med", try CohortReport(of: source, query).byPeriod))
    #expect(change.days == (try day("2025-04-14"))..<(try day("2025-05-12")))
    query.range = query.range.lowerBound..<(try day("2025-05-12"))
    let whole = RecentChange(of: "med", try CohortReport(of: source, query).byPeriod)
    #expect(change == whole)
  }
}

extension PeriodSpans {
  /// The first weeks of 2025 from its first Monday.
  fileprivate static func weeks(_ count: Int) -> [PeriodSpan] {
    let first = CivilDate(dayNumber: 20_094)
    return Array(AdherenceQuery(first..<first.adding(days: 7 * count), by: .week).spans)
  }
}
