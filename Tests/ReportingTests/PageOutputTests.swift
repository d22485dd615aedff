import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// `index.html`, the patients' pages and the data of their charts, as a report leaves them.
@Suite struct PageOutputTests {
  /// Writes a report with a page and nothing else but it.
  private func write(
    _ source: some CohortSource, _ files: ReportFiles, to name: String = "report",
    _ pages: PatientPages? = nil, data: PageData = .none, jobs: Int = 2
  ) throws -> [String: Data] {
    var contents = ReportContents([.page])
    (contents.patientPages, contents.pageData) = (pages, data)
    var options = ReportOptions()
    (options.jobs, options.blockSize) = (jobs, jobs)
    try ReportFolder("\(files.path)/\(name)", format: .csv, contents: contents)
      .write(source, try someQuery(), options)
    return try files.contents(name)
  }

  private func text(_ data: Data?) throws -> String {
    String(decoding: try #require(data), as: UTF8.self)
  }

  /// The file names of the patients' pages, without their extension.
  private func patients(_ files: [String: Data]) -> [String] {
    files.keys.filter { $0.hasPrefix("pages/patients/") && $0.hasSuffix(".html") }
      .map { String($0.split(separator: "/")[2].dropLast(5)) }.sorted()
  }

  /// The paths to which a page, a style sheet or a specification links.
  private func links(_ name: String, _ data: Data) throws -> [String] {
    let links: Regex<(Substring, Substring)>
    switch name.split(separator: ".").last {
    case "html": links = /(?:href|src)="([^"#]+)"/
    case "json": links = /"url": ?"([^"]+)"/
    case "css": links = /url\(([^)]+)\)/
    default: return []
    }
    return try text(data).matches(of: links).map { match in
      var parts = name.split(separator: "/").dropLast()
      for part in try #require(String(match.1).removingPercentEncoding).split(separator: "/") {
        if part != ".." {
          parts.append(part)
        } else if parts.popLast() == nil {
          Issue.record("\(match.1) of \(name) leads out of the folder")
        }
      }
      return parts.joined(separator: "/")
    }
  }

  /// Ids with capitals, dots and spaces, one of which has the name of another's page.
  @Test(
    arguments: PageData.allCases, [PatientPages.all, .none])
  func everyLinkLeadsToAFile(_ data: PageData, _ pages: PatientPages) throws {
    let ids = ["A", "A.HTML", "a", "a.html", "a b", "\u{E9}/..", "..", "P=1"]
    let records = try zip(ids, monitoring().records).map { id, record in
      var record = record
      record.patient.id = id
      return record
    }
    let files = try write(RecordList(records), ReportFiles(), pages, data: data)
    var linked: Set<String> = ["index.html", "report.json"]
    for (name, bytes) in files {
      let own = try links(name, bytes)
      linked.formUnion(own)
      #expect(!own.isEmpty || !name.hasSuffix(".html"), "\(name)")
      for link in own { #expect(files[link] != nil, "\(link) of \(name)") }
    }
    // No file is written to which no page links, and none that the option does not ask for.
    let written = files.keys.filter { !$0.hasSuffix(".regimen") }
    #expect(Set(written).subtracting(linked).isEmpty)
    #expect(written.contains { $0.hasPrefix("pages/charts/") } == (data != .none))
    #expect(written.contains { $0.hasSuffix(".vl.json") } == (data == .all))
    #expect(patients(files).count == (pages == .all ? ids.count : 0))
    #expect(Set(files.keys.map { $0.lowercased() }).count == files.count)
    #expect(files["pages/style.css"] != nil || pages == .none)
  }

  /// Each page links to those of the rows before and after its own.
  @Test(arguments: [PatientPages.all, .flagged]) func neighboursAreThoseOfTheTable(
    _ pages: PatientPages
  ) throws {
    let files = try write(someRecords(), ReportFiles(), pages)
    let order = try text(files["index.html"])
      .matches(of: /<th scope="row"><a href="pages\/patients\/([^"]+)"/).map { String($0.1) }
    #expect(order.count == patients(files).count && order.count > 1)
    for (place, name) in order.enumerated() {
      let links = try text(files["pages/patients/\(name)"])
        .matches(of: /<a href="([^"]+)" rel="(prev|next)">/).map { "\($0.2) \($0.1)" }
      let before = place > 0 ? ["prev \(order[place - 1])"] : []
      let after = order.dropFirst(place + 1).prefix(1).map { "next \($0)" }
      #expect(links == before + after, "\(name)")
    }
  }

  /// A page alone has its style sheet; pages of patients share one.
  @Test func stylesAreNotRepeated() throws {
    for (pages, count) in [(PatientPages.all, 0), (.none, 1)] {
      for (name, data) in try write(someRecords(3), ReportFiles(), pages)
      where name.hasSuffix(".html") {
        #expect(try text(data).ranges(of: "<style").count == count, "\(name)")
        #expect(try text(data).contains("rel=\"stylesheet\"") == (count == 0), "\(name)")
      }
    }
  }

  /// A year of three tasks: the pages of 200 such patients have less than 12 MB.
  @Test func aPageOfAPatientIsSmall() throws {
    var contents = ReportContents([.page])
    contents.patientPages = .all
    let (source, files) = (try someRecords(12), ReportFiles())
    let report = try ReportFolder("\(files.path)/report", format: .csv, contents: contents)
      .write(source, try monitoringQuery(by: .week))
    let written = try files.contents("report")
    for patient in patients(written) {
      let page = try #require(written["pages/patients/\(patient).html"])
      #expect(page.count < 60_000, "\(patient)")
    }
    let own = written.filter { $0.key.hasPrefix("pages/") && !$0.key.hasSuffix(".regimen") }
    #expect(own.count == source.patientIDs.count + 1)
    let bytes = own.values.reduce(0) { $0 + $1.count }
    let size = "\((Double(bytes) / 1e2).rounded() / 10)"
    #expect(
      report.pages.text(in: "D") == "Pages of 12 patients: 13 files, \(size) kB in D/pages")
  }

  /// The sizes of files by path, and the sentence on them.
  @Test(
    arguments: [
      ([:], nil), (["index.html": 2], nil),
      (["pages/charts/a.csv": 40], "Data of the charts: 1 file, 0.0 kB in D/pages"),
      (["pages/patients/P1.html": 1_260_000], "Pages of 1 patient: 1 file, 1.3 MB in D/pages"),
      (
        ["pages/patients/P1.html": 900, "pages/patients/P1/a.csv": 600],
        "Pages of 1 patient: 2 files, 1.5 kB in D/pages"
      ),
    ] as [([String: Int], String?)])
  func sizesAreCounted(_ files: [String: Int], _ text: String?) {
    var tally = PageTally()
    for (path, size) in files { tally.add(ReportFile(path, Array(repeating: 0, count: size))) }
    #expect(tally.text(in: "D") == text)
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
    let one = try write(source, files, to: "1", .all, data: .all, jobs: 1)
    for jobs in [2, 5] {
      #expect(try write(source, files, to: "\(jobs)", .all, data: .all, jobs: jobs) == one)
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
    let written = try write(RecordList([record]), files, .all, data: .all)
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
