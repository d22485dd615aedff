import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// `index.html`, the patients' pages and the files of the pictures, as a report leaves them.
@Suite struct PageOutputTests {
  /// Writes a report with a page and nothing else but it.
  private func write(
    _ source: some CohortSource, _ files: ReportFiles, to name: String = "report",
    _ pages: PatientPages? = nil, jobs: Int = 2
  ) throws -> [String: Data] {
    var contents = ReportContents([.page])
    contents.patientPages = pages
    var options = ReportOptions()
    (options.jobs, options.blockSize) = (jobs, jobs)
    try ReportFolder("\(files.path)/\(name)", format: .csv, contents: contents)
      .write(source, try someQuery(), options)
    return try files.contents(name)
  }

  private func text(_ data: Data?) throws -> String {
    String(decoding: try #require(data), as: UTF8.self)
  }

  /// The folders of the patients' pages.
  private func patients(_ files: [String: Data]) -> [String] {
    files.keys.filter { $0.hasPrefix("pages/patients/") && $0.hasSuffix("/index.html") }
      .map { String($0.split(separator: "/")[2]) }.sorted()
  }

  @Test func everyLinkLeadsToAFile() throws {
    let files = try write(someRecords(8), ReportFiles())
    for (page, data) in files where page.hasSuffix("index.html") {
      let links = try text(data).matches(of: /href="([^"#]+)"/).map { String($0.1) }
      #expect(!links.isEmpty)
      for link in links {
        let base = URL(filePath: "/\(page)").deletingLastPathComponent()
        let path = try #require(URL(string: link, relativeTo: base)).standardized.path()
        #expect(files[String(path.dropFirst())] != nil, "\(link) of \(page)")
      }
    }
  }

  @Test func whoHasAPageIsSaid() throws {
    let (source, files) = (try someRecords(12), ReportFiles())
    let all = try write(source, files, .all)
    #expect(patients(all) == source.patientIDs)
    #expect(try text(all["index.html"]).contains("Each has a page."))
    let flagged = try write(source, files, .flagged)
    #expect(0 < patients(flagged).count && patients(flagged).count < source.patientIDs.count)
    #expect(
      try text(flagged["index.html"]).contains("of the table only: \(patients(flagged).count)"))
    // Pages of an earlier report do not stay.
    let none = try write(source, files, PatientPages.none)
    #expect(patients(none).isEmpty)
    #expect(try text(none["index.html"]).contains("No pages of single patients"))
  }

  @Test func theSameBytesForAnyNumberOfJobs() throws {
    let (source, files) = (try someRecords(6), ReportFiles())
    let one = try write(source, files, to: "1", .all, jobs: 1)
    for jobs in [2, 5] {
      #expect(try write(source, files, to: "\(jobs)", .all, jobs: jobs) == one)
    }
  }

  /// A store whose number of patients is not known in advance.
  @Test func storesHavePagesToo() async throws {
    let (records, files) = (try monitoring().records.prefix(6), ReportFiles())
    var contents = ReportContents([.page])
    contents.patientPages = .all
    try await ReportFolder("\(files.path)/store", format: .csv, contents: contents)
      .write(try MemoryStore(records), try someQuery())
    #expect(try files.contents("store") == write(RecordList(records), files, to: "source", .all))
    contents.patientPages = nil
    try await ReportFolder("\(files.path)/unknown", format: .csv, contents: contents)
      .write(try MemoryStore(records), try someQuery())
    let flagged = try write(RecordList(records), files, to: "flagged", .flagged)
    #expect(try files.contents("unknown") == flagged)
  }

  @Test func hostileNamesAreHarmless() throws {
    var record = try #require(monitoring().records.first)
    record.patient.id = "../../<script>alert(1)</script>"
    record.patient.givenName = "\"><img src=x onerror=alert(1)>"
    record.patient.group = "</title><script>alert(2)</script>"
    record.tasks[0].title = "<b>&amp;'"
    let files = ReportFiles()
    let written = try write(RecordList([record]), files, .all)
    #expect(patients(written).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == ["report"])
    for (name, data) in written where name.hasSuffix(".html") {
      let page = try text(data)
      #expect(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("<b>&"))
    }
  }

  @Test func aStrangersFolderIsNotTouched() throws {
    let files = ReportFiles()
    let own = files.url.appending(path: "report/pages")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: own.appending(path: "index.html"))
    #expect(throws: InputError.self) { _ = try write(someRecords(3), files) }
    #expect(try files.contents() == ["report/pages/index.html": Data("mine".utf8)])
  }

  @Test func whatFailsLeavesNothing() throws {
    let files = ReportFiles()
    let options = ReportOptions()
    options.cancellation.cancel()
    #expect(throws: CancellationError.self) {
      try ReportFolder(
        "\(files.path)/report", format: .csv, contents: ReportContents([.page])
      ).write(try someRecords(3), try someQuery(), options)
    }
    #expect(try files.contents().isEmpty)
  }
}
