import AdherenceAnalytics
import Arrow
import Diagnostics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSampling
import TestSupport
import Testing

/// Shares that were reported on apart and merged.
@Suite struct ReportMergeTests {
  private func shares(
    _ format: ReportFormat, of count: Int = 7, in files: ReportFiles,
    _ source: some CohortSource, by period: CalendarPeriod = .week
  ) throws -> [String] {
    try (0..<count).map { index in
      var options = ReportOptions()
      options.partition = Partition(index, of: count)
      options.jobs = 2
      options.grouping = .tag
      let path = "\(files.path)/share\(index)"
      try ReportFolder(path, format: format, contents: try allContents())
        .write(source, try someQuery(by: period), options)
      return path
    }
  }

  @Test func columnsHaveNoShares() throws {
    let (source, files) = (try someRecords(2), ReportFiles())
    #expect(throws: InputError.self) { try shares(.arrow(.none), in: files, source) }
  }

  @Test(arguments: (TableFormat.allCases.map(ReportFormat.text) + [.sqlite]).sampled(1, from: 3))
  func sharesAreTheWhole(_ format: ReportFormat) throws {
    let (source, files) = (try someRecords(), ReportFiles())
    var options = ReportOptions()
    options.grouping = .tag
    try ReportFolder("\(files.path)/whole", format: format, contents: try allContents())
      .write(source, try someQuery(), options)
    let shares = try shares(format, in: files, source)
    let report = try ReportMerge(shares.shuffled()).write(to: "\(files.path)/merged")
    #expect(report.patients == 23)
    let (whole, merged) = (try files.contents("whole"), try files.contents("merged"))
    #expect(merged.keys.sorted() == whole.keys.sorted())
    for (name, data) in whole { #expect(merged[name] == data, "\(name)") }
  }

  /// The page of the whole, and the pages of all shares: no link leads nowhere.
  @Test(
    arguments: [PatientPages.all, .flagged, PatientPages.none, nil].sampled(2),
    [PageData.none, .all].sampled(1, from: 1))
  func pagesAreTheWhole(_ pages: PatientPages?, _ data: PageData) throws {
    let (source, files) = (try someRecords(9), ReportFiles())
    var contents = ReportContents([.page])
    (contents.patientPages, contents.pageData) = (pages, data)
    let report = try ReportFolder("\(files.path)/whole", format: .csv, contents: contents)
      .write(source, try someQuery())
    let paths = try (0..<3).map { index in
      var options = ReportOptions()
      options.partition = Partition(index, of: 3)
      let path = "\(files.path)/share\(index)"
      try ReportFolder(path, format: .csv, contents: contents)
        .write(source, try someQuery(), options)
      return path
    }
    let sum = try ReportMerge(paths.reversed()).write(to: "\(files.path)/merged")
    #expect(sum.pages == report.pages)
    let (whole, merged) = (try files.contents("whole"), try files.contents("merged"))
    #expect(whole.keys.contains { $0.hasPrefix("pages/patients/") } == (pages != PatientPages.none))
    #expect(merged == whole)
    let index = String(decoding: try #require(merged["index.html"]), as: UTF8.self)
    let links = index.matches(of: /href="([^"#]+)"/).map { String($0.1) }
    #expect(links.count > (data == .none ? 0 : 9))
    for link in links { #expect(merged[link] != nil, "\(link)") }
  }

  /// Ids that need quotes, in an order that their bytes do not have.
  @Test(arguments: [ReportFormat.text(.csv), .text(.json), .sqlite].sampled(1)) func oddIDs(
    _ format: ReportFormat
  ) throws {
    let ids = ["a,b", "\"q\"", "line\nfeed", "é", "e\u{301}z", "z", "", "\\", "{}"]
    let records = try zip(ids, monitoring().records).map { id, record in
      var record = record
      record.patient.id = id
      return record
    }
    let (source, files) = (RecordList(records), ReportFiles())
    try ReportFolder("\(files.path)/whole", format: format, contents: try allContents())
      .write(source, try someQuery(by: .relativeWeek))
    var paths: [String] = []
    for index in 0..<3 {
      var options = ReportOptions()
      options.partition = Partition(index, of: 3)
      paths.append("\(files.path)/share\(index)")
      try ReportFolder(paths[index], format: format, contents: try allContents())
        .write(source, try someQuery(by: .relativeWeek), options)
    }
    try ReportMerge(paths).write(to: "\(files.path)/merged")
    #expect(try files.contents("merged") == files.contents("whole"))
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let (source, files) = (try someRecords(6), ReportFiles())
    let paths = try shares(.text(.csv), of: 3, in: files, source)
    let other = ReportFiles()
    let others = try shares(.text(.csv), of: 3, in: other, source, by: .month)
    func refusal(_ paths: [String]) -> String? {
      do {
        try ReportMerge(paths).write(to: "\(files.path)/merged")
        return nil
      } catch {
        return "\(error)".replacing(files.path, with: "DIR").replacing(other.path, with: "OTHER")
      }
    }
    #expect(
      refusal([paths[0], paths[2]]) == "'shares' names an unknown share: '2/3'")
    #expect(
      refusal(paths + [paths[1]])
        == "DIR/share1: names a share a second time: '2/3' (keep one of them)")
    #expect(
      refusal([paths[0], paths[1], others[2]])
        == "OTHER/share2/partition.json: 'parameters' cannot be combined with"
        + " 'DIR/share0/partition.json' (keep one of them)")
    #expect(
      refusal([files.path])
        == "DIR/partition.json: cannot be read: the folder is no share of a report")
    #expect(refusal([]) == "'shares' is missing (it is required)")
    #expect(try files.contents("merged").isEmpty)
  }

  @Test(arguments: ["adherence.csv", "patients.csv", "partition.sizes", "partition.json"])
  func damageIsFound(_ name: String) throws {
    let (source, files) = (try someRecords(6), ReportFiles())
    let paths = try shares(.text(.csv), of: 2, in: files, source)
    let file = URL(filePath: paths[1]).appending(path: name)
    let data = try Data(contentsOf: file)
    for damaged in [data.dropLast(20), data + Data("x\n".utf8)] {
      try Data(damaged).write(to: file)
      #expect(throws: InputError.self) {
        try ReportMerge(paths).write(to: "\(files.path)/merged")
      }
      #expect(try files.contents("merged").isEmpty)
    }
  }
}
