import AdherenceAnalytics
import AdherenceStatistics
import CArrow
import CRegimen
import Foundation
@testable import Interchange
import Reporting
import Scheduling
import Testing

/// Reports of the C interface equal those of the tool.
struct ReportTests {
  private static let question = """
    {"start": "2025-03-03", "end": "2025-03-31", "dayBoundary": "03:00", "measures": ["taking", "timing"],
     "tables": ["adherence", "cohort", "phases", "patients", "flags", "statistics", "values", "page"], "rolling": "7d",
     "breakdown": ["weekday"], "scoring": "summed", "groupBy": "sex", "gapDays": 20,
     "grid": ["gap-days=7,30", "threshold=0.7,0.9"]}
    """

  /// Returns the same report by the tool's code.
  private static func folder(_ path: String, of source: some CohortSource) throws -> ReportFolder {
    var query = AdherenceQuery(
      try #require(CivilDate("2025-03-03"))..<(try #require(CivilDate("2025-03-31"))), by: .week)
    query.dayBoundary = try #require(CivilTime("03:00"))
    query.scoring = .summed
    var contents = ReportContents([
      .adherence, .cohort, .phases, .patients, .flags, .statistics, .values,
    ])
    contents.measures = [.taking, .timing]
    contents.rolling = [try #require(RollingWindow("7d"))]
    contents.breakdowns = [.weekday]
    contents.parameters.gapDays = 20
    contents.grid = try ParameterGrid(["gap-days=7,30", "threshold=0.7,0.9"])
    var options = ReportOptions()
    options.grouping = .sex
    let folder = ReportFolder(path, format: .text(.csv), contents: contents)
    _ = try folder.write(source, query, options)
    return folder
  }

  @Test func tablesEqualThoseOfCommand() throws {
    let path = NSTemporaryDirectory() + "regimen-c-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try ReportTests.folder(path, of: DatasetFolder(TestData.path("monitoring")))
    let data = try open("monitoring")
    let report = try evaluate(data, ReportTests.question)
    regimen_data_free(data)
    defer { regimen_report_free(report) }
    for table in [
      "adherence", "cohort", "phases", "patients", "flags", "rolling", "breakdown", "values",
      "sensitivity",
    ] {
      let reader = try CSVReader(path: "\(path)/\(table).csv", source: table)
      let expected = try [reader.columns] + reader.map { try $0.get().fields }
      let found = try rows(report, table)
      #expect(found.first == expected.first && found.count == expected.count, "\(table)")
      let differing = zip(found, expected).first { !ReportTests.agree($0, $1) }
      #expect(differing == nil, "\(table)")
    }
    let statistics = try String(contentsOfFile: "\(path)/cohort.json", encoding: .utf8)
    #expect(String(decoding: try text(report, "statistics"), as: UTF8.self) == statistics)
  }

  /// Returns whether rows are equal apart from digits that files omit.
  private static func agree(_ row: [String], _ expected: [String]) -> Bool {
    row.count == expected.count
      && zip(row, expected).allSatisfy { cell, expected in
        // A list of missing values only has no entries.
        if cell == expected || cell.isEmpty && expected.allSatisfy({ $0 == ";" }) { return true }
        guard let number = Double(cell), let other = Double(expected) else { return false }
        return abs(number - other) <= 1e-4 * max(1, abs(other))
      }
  }

  @Test func textsAreAvailable() throws {
    let data = try open("monitoring")
    let report = try evaluate(data, ReportTests.question)
    defer {
      regimen_data_free(data)
      regimen_report_free(report)
    }
    let beginnings = [
      ("summary", "{}", "{"), ("page", "{}", "<!DOCTYPE html>"),
      ("cohort", "{}", "200 patients, 2025-03-03 to 2025-03-30, by week"),
      ("chart", #"{"chart": "survival"}"#, "{\"$schema\""),
      (
        "chart",
        #"{"chart": "calendar", "chartPatient": "P000", "chartTask": "med", "format": "svg"}"#,
        "<svg"
      ),
      ("chart", #"{"chart": "bars", "format": "csv"}"#, ""),
    ]
    for (name, options, beginning) in beginnings {
      let text = String(decoding: try text(report, name, options), as: UTF8.self)
      #expect(
        text.hasPrefix(beginning) && text.count > 100, "\(name) \(options): \(text.prefix(60))")
    }
  }

  @Test func partsMergeToTheWhole() throws {
    let data = try open("monitoring")
    defer { regimen_data_free(data) }
    func question(_ more: String) -> String {
      #"{"start": "2025-03-03", "end": "2025-03-31"\#(more)}"#
    }
    var parts: [[UInt8]] = []
    for share in ["3/3", "1/3", "2/3"] {
      let report = try evaluate(data, question(#", "partition": "\#(share)""#))
      parts.append(try text(report, "part"))
      regimen_report_free(report)
    }
    let whole = try evaluate(data, question(""))
    let merged = try merge(parts)
    defer {
      regimen_report_free(whole)
      regimen_report_free(merged)
    }
    #expect(try rows(merged, "cohort") == rows(whole, "cohort"))
    #expect(try text(merged, "statistics") == text(whole, "statistics"))
    #expect(refusal { _ = try rows(merged, "adherence") }?.status == REGIMEN_INPUT)
    let other = try evaluate(data, #"{"start": "2025-03-03", "end": "2025-03-10"}"#)
    defer { regimen_report_free(other) }
    let mixed = refusal { _ = try merge([parts[0], try text(other, "part")]) }
    #expect(mixed?.status == REGIMEN_INPUT && mixed?.json["source"] as? String == "part 2")
    #expect(refusal { _ = try merge([Array("{}".utf8)]) }?.status == REGIMEN_INPUT)
    #expect(refusal { _ = try merge([]) }?.status == REGIMEN_INPUT)
  }

  private func merge(_ parts: [[UInt8]]) throws -> OpaquePointer {
    let copies = parts.map { part in
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: part.count)
      _ = bytes.initialize(fromContentsOf: part)
      return bytes
    }
    defer { for copy in copies { copy.deallocate() } }
    let spans = copies.map {
      regimen_span(start: UnsafePointer($0.baseAddress), count: $0.count)
    }
    return try handle { regimen_merge(spans, spans.count, "{}", $0, $1) }
  }

  @Test func threadsMayUseOneHandle() async throws {
    let data = UInt(bitPattern: try open("monitoring"))
    let question =
      #"{"start": "2025-03-03", "end": "2025-03-31", "tables": "adherence", "jobs": 2}"#
    let report = UInt(
      bitPattern: try evaluate(try #require(OpaquePointer(bitPattern: data)), question))
    let tables = try await withThrowingTaskGroup(of: [[String]].self) { group in
      for number in 0..<8 {
        group.addTask {
          let data = try #require(OpaquePointer(bitPattern: data))
          let shared = try #require(OpaquePointer(bitPattern: report))
          if number % 2 == 0 { return try rows(shared, "adherence") }
          let own = try evaluate(data, question)
          defer { regimen_report_free(own) }
          return try rows(own, "adherence")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tables.count == 8 && Set(tables).count == 1 && tables[0].count > 200)
    regimen_data_free(OpaquePointer(bitPattern: data))
    regimen_report_free(OpaquePointer(bitPattern: report))
  }

  @Test func rangeDefaultsToDaysOfData() throws {
    let data = try open("monitoring")
    let report = try evaluate(data, #"{"by": "all", "tables": "cohort"}"#)
    defer {
      regimen_data_free(data)
      regimen_report_free(report)
    }
    let summary = String(decoding: try text(report, "summary"), as: UTF8.self)
    #expect(
      summary.contains(#""from" : "2025-01-13""#) && summary.contains(#""to" : "2026-01-01""#))
  }

  @Test func refillsEqualThoseOfCommand() throws {
    let data = try open("refills")
    let report = try handle {
      regimen_refills(data, #"{"measure": "all", "level": "class"}"#, nil, $0, $1)
    }
    regimen_data_free(data)
    defer { regimen_report_free(report) }
    var request = RefillRequest()
    request.measures = RefillMeasure.allCases
    let dataset = try RefillDataset(folder: TestData.path("refills"))
    RefillDays().set(&request, of: dataset)
    var parts = RefillParts()
    parts.level = .drugClass
    parts.set(&request, of: dataset)
    var bytes: [UInt8] = []
    let expected = try RefillReport(of: dataset, request, format: .text(.csv)) { bytes += $0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let found = try rows(report, "measures")
    #expect(found.count == lines.count && found.count > 100)
    #expect(found[0].joined(separator: ",") == lines[0])
    let cohort = String(decoding: try text(report, "cohort"), as: UTF8.self)
    #expect(cohort.hasSuffix("\n\n" + RefillText(expected).text))
    #expect(cohort.contains("the last fill in the data"))
    #expect(String(decoding: try text(report, "summary"), as: UTF8.self) == expected.json)
    let page = String(decoding: try text(report, "page"), as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>") && !page.contains("pages/"))
    let chart = try text(
      report, "chart", #"{"chart": "fills", "chartPatient": "R003", "format": "svg"}"#)
    #expect(String(decoding: chart.prefix(4), as: UTF8.self) == "<svg")
  }
}
