import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Foundation
import Interchange
import Reporting
import Scheduling
import Testing

/// Charts and pages of plans that are not daily doses: a quota, something used as needed, a weekly
/// task, one that was never done, one of a single occurrence, and names that are written from right
/// to left.
@Suite struct PlanKindsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "ChartChecks/plans")

  private func query() throws -> AdherenceQuery {
    let days = try #require(CivilDate("2025-01-01"))..<#require(CivilDate("2026-01-01"))
    return AdherenceQuery(days, by: .week)
  }

  private func charts(_ patient: String, _ kind: ChartKind? = nil, _ task: String? = nil) throws
    -> [ChartData]
  {
    let source = try DatasetFolder(Self.folder.path())
    let selection = ChartSelection(kind: kind, patient: patient, task: task)
    return try ChartRequest(query(), selection).charts(of: source).charts.map(\.chart)
  }

  private func chart(_ patient: String, _ kind: ChartKind, _ task: String) throws -> ChartData {
    try #require(charts(patient, kind, task).first)
  }

  private func page(_ patient: String) throws -> String {
    let files = ReportFiles()
    var contents = ReportContents([.page])
    contents.patientPages = .all
    try ReportFolder("\(files.path)/report", format: .csv, contents: contents)
      .write(try DatasetFolder(Self.folder.path()), try query())
    let written = try files.contents("report")
    let name = try #require(written.keys.first { $0.hasSuffix("/\(patient)=.html") })
    return String(decoding: try #require(written[name]), as: UTF8.self)
  }

  @Test func usesHaveIntervalsAndNoPlan() throws {
    let chart = try chart("flexible", .interdose, "relief")
    #expect(chart.summary.hasPrefix("262 intervals") && !chart.summary.contains("planned 24"))
    #expect(chart.summary.contains("no interval is planned"))
    #expect(chart.references.isEmpty && chart.bands.isEmpty)
    #expect(chart.series[0].points.reduce(0) { $0 + ($1.y ?? 0) } == 262)
    let weekly = try self.chart("flexible", .interdose, "weigh")
    #expect(weekly.references.map(\.label) == ["planned 168 h"])
    #expect(try self.chart("once", .interdose, "vaccine").references.isEmpty)
  }

  @Test func usesAreBarsWhereNothingIsDue() throws {
    let chart = try chart("flexible", .bars, "relief")
    #expect(chart.series.map(\.name) == ["Used"])
    #expect(chart.series[0].points.reduce(0) { $0 + ($1.y ?? 0) } == 263)
    #expect(chart.summary == "26 weeks, used 263 times.")
    #expect(try self.chart("flexible", .bars, "yoga").series.map(\.name) == ["Due", "Done"])
  }

  @Test func lanesOfUsesHaveDays() throws {
    let chart = try chart("flexible", .swimmer, "relief")
    #expect(chart.series.map(\.name) == ["In use"])
    #expect(chart.summary.contains("of 1 no times are planned"))
  }

  /// Whatever the plan, axes of days lie within the query, and a chart without marks says why.
  @Test(arguments: ["flexible", "never", "once", "rtl"])
  func noAxisBeginsIn1970(_ patient: String) throws {
    let days = try query().range
    for chart in try charts(patient) {
      #expect(!chart.summary.isEmpty)
      if chart.isEmpty { #expect(chart.emptyReason == chart.summary) }
      guard chart.x.scale == .day else { continue }
      let range = try #require(chart.x.range, "\(chart.kind) \(chart.title)")
      let least = Double(days.lowerBound.dayNumber) - 7
      #expect(least <= range.lowerBound, "\(chart.kind) \(chart.title)")
    }
  }

  @Test func pagesCountWhatThereIs() throws {
    let page = try page("flexible")
    #expect(page.contains("61 of 78 in 26 periods") && page.contains("263 uses"))
    #expect(!page.contains("0 of 0") && !page.contains("of 52 days"))
    // Weight is due on Sundays, and so are the three times of each week: 26 of them are no 26 days.
    #expect(page.contains("11 of 26 due days"))
  }

  @Test func pagesSpanThePlansAndSayThatTheyEnded() throws {
    let ended = try page("flexible")
    #expect(ended.contains("6 January 2025 to 6 July 2025; the plan ended on 6 July 2025"))
    #expect(ended.contains("ended 6 July 2025") && ended.contains("Longest streak"))
    for words in ["Goes on", "Current streak", "current:"] { #expect(!ended.contains(words)) }
    #expect(ended.contains("182 days:"))
    let ongoing = try page("rtl")
    #expect(ongoing.contains("Current streak") && ongoing.contains("Goes on"))
    #expect(!ongoing.contains("ended on"))
    #expect(try page("once").contains("the plan ended on 3 March 2025"))
  }

  @Test func titlesNamePatientAndTask() throws {
    #expect(try chart("flexible", .calendar, "yoga").title == "Fay Flex: Yoga, calendar")
    #expect(try chart("never", .bars, "tablet").title == "never: Tablet, done and due")
    // A right-to-left name is isolated, so that the following text keeps its order.
    let title = try chart("rtl", .calendar, "pill").title
    #expect(title == "\u{2068}דנה כהן\u{2069}: \u{2068}כדור\u{2069}, calendar")
    #expect(try page("rtl").contains("<h1><bdi>דנה כהן</bdi></h1>"))
  }
}
