import AdherenceAnalytics
import Charts
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import Arrow
@testable import Reporting

/// Reports in memory against the files of the same reports.
@Suite struct ColumnReportTests {
  private static let tables = [
    "adherence", "cohort", "phases", "patients", "flags", "rolling", "breakdown", "values",
    "cohortValues",
  ]

  private func report(
    of source: some CohortSource, _ contents: ReportContents? = nil, _ query: AdherenceQuery? = nil,
    _ options: ReportOptions = ReportOptions()
  ) throws -> ColumnReport {
    try ColumnReport(of: source, query ?? someQuery(), contents ?? allContents(), options)
  }

  @Test(arguments: tables.sampled(3)) func columnsHoldWhatFilesHold(_ name: String) throws {
    let (source, files) = (try someRecords(), ReportFiles())
    try ReportFolder(files.path, format: .csv, contents: try allContents())
      .write(source, try someQuery())
    let csv = try #require(try files.contents()["\(name).csv"])
    var lines = String(decoding: csv, as: UTF8.self).split(separator: "\n").map {
      $0.split(
        separator: ",", omittingEmptySubsequences: false
      ).map(String.init)
    }
    let table = try report(of: source).table(name)
    #expect(lines.removeFirst() == table.fields.map(\.name))
    let found = try table.texts().map { zip(table.fields, $0).map { $0.written($1) } }
    #expect(!lines.isEmpty)
    #expect(found == lines)
  }

  @Test(arguments: [(1, 1), (2, 3), (4, 100)].sampled(1, from: 1))
  func threadsAndBlocksChangeNothing(
    _ jobs: Int, _ blockSize: Int
  ) throws {
    var options = ReportOptions()
    (options.jobs, options.blockSize) = (jobs, blockSize)
    let source = try someRecords()
    let (whole, other) = (
      try report(of: source), try report(of: source, nil, nil, options)
    )
    for name in Self.tables + ["problems"] {
      #expect(try whole.table(name).fileBytes() == other.table(name).fileBytes(), "\(name)")
    }
    #expect(try whole.summary() == other.summary())
  }

  @Test func partsMergeToTheWhole() throws {
    var contents = try allContents()
    contents.tables.insert(.page)
    let records = try someRecords(23)
    var all: [CohortEntry] = []
    var reader = records.makeReader()
    try reader.read(records.patientIDs.indices) { all.append($0) }
    let whole = try report(
      of: RecordList(entries: all, problems: [], counts: RecordCounts()), contents)
    let parts = try [0..<4, 4..<5, 5..<19, 19..<23].map { places in
      contents.hasTotals.toggle()
      return try report(
        of: RecordList(entries: Array(all[places]), problems: [], counts: RecordCounts()), contents
      ).part()
    }
    contents.hasTotals = false
    let withoutTotals = try report(of: records, contents)
    for parts in [parts, parts.reversed()] {
      let rest = try ColumnReport(merging: parts, hasTotals: false, jobs: 2)
      #expect(try rest.table("cohort").fileBytes() == withoutTotals.table("cohort").fileBytes())
      let merged = try ColumnReport(merging: parts, jobs: 2)
      for name in ["cohort", "cohortValues", "problems"] {
        #expect(try merged.table(name).fileBytes() == whole.table(name).fileBytes(), "\(name)")
      }
      #expect(try merged.summary() == whole.summary())
      #expect(merged.statistics == whole.statistics)
      #expect(merged.text(areDaysOfData: false) == whole.text(areDaysOfData: false))
      #expect(try merged.page() == whole.page())
      let survival = ChartSelection(kind: .survival)
      #expect(try merged.charts(survival).map(\.chart) == whole.charts(survival).map(\.chart))
    }
  }

  @Test func whatIsNoPartIsRefused() throws {
    let source = try someRecords(3)
    let part = try report(of: source).part()
    var damaged = part
    damaged[part.count / 2] ^= 1
    let otherDays = try report(of: source, nil, try someQuery(by: .month)).part()
    for parts in [[], [damaged], [part, Array(part.dropLast())], [part, otherDays], [[]]] {
      #expect(throws: InputError.self) { try ColumnReport(merging: parts, jobs: 1) }
    }
  }

  @Test func whatNobodyAskedForIsNamed() throws {
    let report = try report(of: someRecords(3), ReportContents([.adherence]))
    #expect(report.names == ["adherence"])
    #expect(report.statistics == nil)
    for work in [{ _ = try report.table("cohort") }, { _ = try report.page() }] {
      let error = try #require(throws: InputError.self) { try work() }
      #expect("\(error)".contains("adherence") || "\(error)".contains("page"))
    }
  }

  /// Charts that a report has not collected are made from the records.
  @Test func chartsOfPatientsAndOfCohorts() throws {
    let source = try someRecords(5)
    let all = try report(of: source, ReportContents(ReportContents.Table.usual))
    let few = try report(of: source, ReportContents([.adherence]))
    for selection in [
      ChartSelection(kind: .survival), ChartSelection(kind: .swimmer, task: "med"),
      ChartSelection(kind: .calendar, patient: "P000", task: "med"),
    ] {
      let charts = try all.charts(selection).map(\.chart)
      #expect(!charts.isEmpty)
      #expect(try few.charts(selection).map(\.chart) == charts)
    }
  }

  @Test func eventsComeInBatches() throws {
    let (source, query) = (try someRecords(12), try someQuery())
    let batches = try EventBatches(of: source, query, RowSelection())
    var table = ColumnTableBuilder(EventBatches.fields)
    while let batch = try batches.next() { table.append(batch) }
    var csv: [UInt8] = []
    let problems = try EventTable.write(source, query, RowSelection(), .csv) { csv += $0 }
    let lines = String(decoding: csv, as: UTF8.self).split(separator: "\n").dropFirst()
    let found = table.finish()
    #expect(found.rowCount == lines.count && found.rowCount > 500)
    #expect(batches.problems.texts == problems.texts)
    let times = try found.texts().map { ($0[1] ?? "", $0[2] ?? "") }
    for (line, time) in zip(lines, times) { #expect(line.contains(time.0), "\(line)") }
  }
}
