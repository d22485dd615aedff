import AdherenceAnalytics
import Charts
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

extension ChartData {
  /// The keys of series, lines, bands and texts that say a role rather than a number or a state.
  var unnamedStatistics: [String] {
    let roles: [ChartRole] = [
      .primary, .secondary, .interval, .outerInterval, .signal, .reference, .first, .second, .third,
      .fourth, .fifth, .sixth, .seventh, .eighth,
    ]
    let all =
      (series + panels.flatMap(\.series)).map(\.statistic) + bands.map(\.statistic)
      + references.map(\.statistic) + annotations.map(\.statistic)
    return all.filter { statistic in roles.contains { $0.rawValue == statistic } }
  }
}

/// The rows of charts beside the pages, and charts that are read from them.
@Suite struct PageDataTests {
  private let files = ReportFiles()

  /// Reads a chart from its specification and its CSV.
  private func readBack(_ chart: ChartData) throws -> ChartData {
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    let file = files.url.appending(path: "\(UUID()).csv")
    try Data(chart.csv().utf8).write(to: file)
    return try ChartData(vegaLite: chart.vegaLite(rows: .url("rows.csv"))) {
      url throws(InputError) in
      #expect(url == "rows.csv")
      return try CSVRows.read(file.path())
    }
  }

  @Test func chartsAreReadFromTheirRows() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ChartChecks/plans")
    let plans = try DatasetFolder(folder.path())
    var charts = try ChartRequest(monitoringQuery(by: .week), ChartSelection())
      .charts(of: someRecords(9)).charts
    let days = try #require(CivilDate("2025-01-01"))..<#require(CivilDate("2026-01-01"))
    for patient in plans.patientIDs {
      charts += try ChartRequest(
        AdherenceQuery(days, by: .week), ChartSelection(patient: patient)
      ).charts(of: plans).charts
    }
    var panels = ChartSelection(kind: .ribbon)
    panels.hasPanels = true
    charts += try ChartRequest(monitoringQuery(by: .week), panels).charts(of: someRecords(9)).charts
    #expect(charts.count > 40)
    for chart in charts.map(\.chart) {
      #expect(try readBack(chart) == chart, "\(chart.kind) \(chart.title)")
      #expect(chart.unnamedStatistics == [], "\(chart.kind)")
    }
  }

  /// Names that look like numbers, formulas, or are in quotes.
  @Test func categoriesAreNames() throws {
    var chart = ChartData(
      .swimmer, title: "=1+1", summary: "5", x: ChartAxis("Day", .day),
      y: ChartAxis("Task", .category, categories: ["5", "=5", "0", "a,\"b\"", "'-1"]),
      series: [ChartSeries("-1", .span, .primary, [])])
    chart.series[0].points = (0..<5).map {
      ChartPoint(20_000 + Double($0), Double($0), label: "=\($0)")
    }
    #expect(try readBack(chart) == chart)
  }

  /// Damaged rows are an error that names the value.
  @Test(arguments: [
    ("2025-01-13", "yesterday", "yesterday"), ("point,", "pint,", "pint"), ("Due,", "Dew,", "Dew"),
  ])
  func damageIsAnError(_ text: String, _ other: String, _ value: String) throws {
    let record = try #require(monitoring().records.first)
    let chart = try #require(
      ChartRequest(
        monitoringQuery(by: .day), ChartSelection(kind: .bars, patient: record.patient.id)
      ).charts(of: RecordList([record])).charts.first
    ).chart
    let rows = chart.csv().split(separator: "\n").map { $0.replacing(text, with: other) }
    #expect(rows.joined() != chart.csv().replacing("\n", with: ""))
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    let file = files.url.appending(path: "rows.csv")
    try Data(rows.joined(separator: "\n").utf8).write(to: file)
    let error = #expect(throws: InputError.self) {
      try ChartData(vegaLite: chart.vegaLite(rows: .url("x"))) { _ throws(InputError) in
        try CSVRows.read(file.path())
      }
    }
    #expect("\(error as Any)".contains(value))
  }
}
