import AdherenceAnalytics
import AdherenceStatistics
import Arrow
import Diagnostics
import Foundation
import TestSampling
import TestSupport
import Testing

@testable import Reporting

/// Tables with some of their columns are those columns of the whole tables.
@Suite struct ChosenColumnsTests {
  private static let whole = Result { try written(nil) }

  private static func contents(_ columns: [String]?) throws -> ReportContents {
    var contents = try allContents()
    contents.tables = [.adherence, .patients, .values, .cohort]
    contents.measures = Set(MeasureGroup.allCases)
    (contents.grid, contents.hasChecklist, contents.columns) = (nil, false, columns)
    return contents
  }

  private static func written(
    _ columns: [String]?, hasTotals: Bool = true
  ) throws -> [String: [[Substring]]] {
    let files = ReportFiles()
    var contents = try contents(columns)
    contents.hasTotals = hasTotals
    try ReportFolder(files.path, format: .csv, contents: contents)
      .write(someRecords(5), someQuery())
    return try files.contents().filter { $0.key.hasSuffix(".csv") }.mapValues { data in
      String(decoding: data, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
    }
  }

  /// Column names drawn from all tables with rows for each patient.
  private static func drawn(_ seed: UInt64) -> [String] {
    var random = Seeded(state: seed)
    let names = Set(ReportTable.ofPatients.flatMap { $0.columns.map(\.name) })
    return Array(names.sorted().shuffled(using: &random).prefix(Int(seed % 3) * 12 + 1))
  }

  @Test(arguments: (0...11 as ClosedRange<UInt64>).sampled(3))
  func columnsAreThoseOfTheWholeTable(_ seed: UInt64) throws {
    let columns = Self.drawn(seed)
    let (whole, few) = (try Self.whole.get(), try Self.written(columns))
    let report = try ColumnReport(of: someRecords(5), someQuery(), Self.contents(columns))
    #expect(few["cohort.csv"] == whole["cohort.csv"])
    for table in ReportTable.ofPatients {
      let name = "\(table.rawValue).csv"
      let (all, own) = (try #require(whole[name]), try #require(few[name]))
      let places = all[0].indices.filter {
        columns.contains(String(all[0][$0])) || table.keys.contains(String(all[0][$0]))
      }
      let missing = own[0].firstIndex(of: "measuresMissing")
      #expect(own.count == all.count && own.count > 1)
      for (row, expected) in zip(own, all) {
        var expected = places.map { expected[$0] }
        // Only of the measures that are computed.
        if let missing { expected[missing] = row[missing] }
        #expect(row == expected, "\(table) \(columns)")
      }
      #expect(try report.table(table.rawValue).fields.map(\.name) == own[0].map(String.init))
    }
  }

  @Test("the columns that stay identify a row", arguments: ReportTable.ofPatients)
  func keysDiffer(_ table: ReportTable) throws {
    var rows = try #require(try Self.written(["due"])["\(table.rawValue).csv"])
    let names = rows.removeFirst()
    #expect(table.keys.isSubset(of: names.map(String.init)))
    let keys = names.indices.filter { table.keys.contains(String(names[$0])) }
    #expect(Set(rows.map { row in keys.map { row[$0] } }).count == rows.count)
  }

  @Test("without totals fewer columns identify a row", arguments: ReportTable.ofPatients)
  func keysWithoutTotalsDiffer(_ table: ReportTable) throws {
    var contents = try Self.contents(["due"])
    contents.hasTotals = false
    var rows = try #require(
      try Self.written(["due"], hasTotals: false)["\(table.rawValue).csv"])
    let names = rows.removeFirst().map(String.init)
    #expect(names.contains("patient") && !names.contains("level"))
    let keys = contents.keys(of: table)
    #expect(keys.isSubset(of: names))
    let places = names.indices.filter { keys.contains(names[$0]) }
    #expect(Set(rows.map { row in places.map { row[$0] } }).count == rows.count)
  }

  @Test func onlyMeasuresThatAreShownAreComputed() throws {
    var contents = ReportContents([.patients])
    let examples: [([String]?, Set<MeasureGroup>)] = [
      (nil, [.taking, .phases]), (["due"], []), (["persistenceDays"], [.phases]),
      (["latenessMean", "longestStreak"], [.timing]), (["measuresMissing"], [.taking, .phases]),
    ]
    for (columns, groups) in examples {
      contents.columns = columns
      #expect(contents.shownMeasures == groups, "\(columns ?? [])")
      #expect((contents.measureEvaluator == nil) == groups.isEmpty)
    }
  }

  @Test(arguments: [ReportFormat.text(.json), .text(.csv), .sqlite].sampled(1))
  func sharesMerge(_ format: ReportFormat) throws {
    let (source, files) = (try someRecords(9), ReportFiles())
    func write(_ path: String, _ index: Int?, _ columns: [String]) throws -> String {
      var options = ReportOptions()
      options.partition = index.map { Partition($0, of: 3) }
      var contents = try Self.contents(columns)
      contents.hasEmptyPeriods = true
      try ReportFolder("\(files.path)/\(path)", format: format, contents: contents)
        .write(source, someQuery(), options)
      return "\(files.path)/\(path)"
    }
    _ = try write("whole", nil, ["due", "mean"])
    let paths = try (0..<3).map { (share: Int) in
      try write("share\(share)", share, ["due", "mean"])
    }
    try ReportMerge(paths).write(to: "\(files.path)/merged")
    #expect(try files.contents("merged") == files.contents("whole"))
    let other = try write("other", 2, ["due"])
    #expect(throws: InputError.self) {
      try ReportMerge([paths[0], paths[1], other]).write(to: "\(files.path)/mixed")
    }
  }

  @Test func unknownColumnsAreErrors() throws {
    let contents = try Self.contents(["due", "raito"])
    let files = ReportFiles()
    for work in [
      {
        try ReportFolder(files.path, format: .csv, contents: contents).write(
          someRecords(1), someQuery())
      },
      { try ColumnReport(of: someRecords(1), someQuery(), contents).cohort },
    ] {
      let error = try #require(throws: InputError.self) { _ = try work() }
      let told = "(did you mean 'ratio'? regimen columns lists them), not 'raito'"
      #expect(error.description.contains(told))
    }
  }
}
