import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSampling
import TestSupport
import Testing

/// The same bytes however the work is divided.
@Suite struct ReportOptionsTests {
  @Test(arguments: ReportFormat.allCases.sampled(1, from: 1)) func threadsAndBlocksChangeNothing(
    _ format: ReportFormat
  ) throws {
    let (source, query, files) = (try someRecords(), try someQuery(), ReportFiles())
    var whole: [String: Data]?
    let divisions = [(1, 100), (1, 1), (2, 3), (3, 2), (7, 1), (2, nil)]
    for (jobs, blockSize) in divisions.sampled(3) {
      var options = ReportOptions()
      (options.jobs, options.blockSize) = (jobs, blockSize)
      let folder = "\(jobs)-\(blockSize ?? 0)"
      try ReportFolder("\(files.path)/\(folder)", format: format, contents: try allContents())
        .write(source, query, options)
      let contents = try files.contents(folder)
      #expect(contents.count == (format == .sqlite ? 3 : 14))
      #expect(contents == whole ?? contents, "\(folder)")
      whole = contents
    }
  }

  /// Who brings a store gets the bytes that a source gives.
  @Test(arguments: [ReportFormat.text(.csv), .sqlite]) func aStoreIsReportedOnLikeASource(
    _ format: ReportFormat
  ) async throws {
    let (query, files) = (try someQuery(), ReportFiles())
    let records = try monitoring().records.prefix(20)
    let store = try MemoryStore(records)
    for (name, jobs, blockSize) in [("a", 1, 100), ("b", 2, 3), ("c", 3, 1)] {
      var options = ReportOptions()
      (options.jobs, options.blockSize) = (jobs, blockSize)
      let folder = ReportFolder("\(files.path)/\(name)", format: format, contents: .withoutPage)
      let report = try await folder.write(store, query, options)
      #expect(report.patients == 20)
    }
    try ReportFolder("\(files.path)/source", format: format, contents: .withoutPage)
      .write(RecordList(records), query)
    let expected = try files.contents("source")
    for name in ["a", "b", "c"] { #expect(try files.contents(name) == expected, "\(name)") }
  }

  @Test func tablesThatAreAskedForAlone() throws {
    let files = ReportFiles()
    for (tables, names) in [
      ([.cohort], ["cohort.csv", "report.json"]), ([], ["report.json"]),
      ([.adherence, .patients], ["adherence.csv", "patients.csv", "report.json"]),
    ] as [(Set<ReportContents.Table>, [String])] {
      let folder = ReportFolder(
        "\(files.path)/\(tables.count)", format: .csv, contents: ReportContents(tables))
      try folder.write(try someRecords(5), try someQuery())
      #expect(try files.contents("\(tables.count)").keys.sorted() == names)
      #expect(folder.names == names)
    }
  }

  @Test func nobodyIsNoError() throws {
    let files = ReportFiles()
    let report = try ReportFolder(files.path, format: .json)
      .write(RecordList([CareRecord]()), try someQuery())
    #expect(report.patients == 0)
    #expect(try files.contents()["adherence.json"] == Data("[]\n".utf8))
  }
}
