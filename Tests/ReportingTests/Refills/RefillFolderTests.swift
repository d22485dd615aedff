import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The page of refills and the files in its folder.
@Suite struct RefillFolderTests {
  /// The files of a report, by their paths.
  private func files(
    _ dataset: RefillDataset, _ data: PageData = .none,
    _ change: (inout RefillRequest) -> Void = { _ in }
  ) throws -> [String: Data] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var request = RefillRequest()
    change(&request)
    _ = try RefillFolder(folder.path, format: .csv, pageData: data).write(dataset, request)
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: path)
      if let data = try? Data(contentsOf: file), !path.contains("/."), !path.hasPrefix(".") {
        files[path] = data
      }
    }
    return files
  }

  private func dataset(_ fills: String) throws -> RefillDataset {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(fills.utf8).write(to: folder.appending(path: "fills.csv"))
    return try RefillDataset(folder: folder.path)
  }

  private func page(_ files: [String: Data]) throws -> String {
    String(decoding: try #require(files["index.html"]), as: UTF8.self)
  }

  @Test func thePageHasTheMeasuresAndTheLowest() throws {
    let files = try files(try RefillChartsTests.dataset())
    #expect(files.keys.sorted() == ["index.html", "measures.csv", "refills.json"])
    let page = try page(files)
    for text in [
      "<h1>Refills of 50 patients</h1>", "730 days from the first fill",
      "<th scope=\"row\">pdc</th>", "Median persistence", "The lowest values, fill by fill",
      "The 20 of 50 patients with the lowest pdc; all are in measures.csv.",
      "There are no errors and no warnings.", "A gap of more than 90 days",
    ] { #expect(page.localizedStandardContains(text), "\(text)") }
    #expect(page.ranges(of: "<figure").count == 3)
    #expect(!page.contains("<script"))
  }

  /// The data of the charts are as requested, and the page links to them alone.
  @Test(arguments: PageData.allCases) func chartsHaveTheirData(_ data: PageData) throws {
    let files = try files(try RefillChartsTests.dataset(), data)
    let suffixes =
      [PageData.none: [], .csv: ["csv", "meta.json"], .all: ["csv", "vl.json"]][data]
      ?? []
    let charts = ["distribution", "fills", "survival"].flatMap { name in
      suffixes.map { "pages/charts/\(name).\($0)" }
    }
    #expect(files.keys.sorted() == ["index.html", "measures.csv"] + charts + ["refills.json"])
    let links = try page(files).matches(of: /href="([^"#]+)"/).map { String($0.1) }
    #expect(links.sorted() == ["measures.csv"] + charts + ["refills.json"])
  }

  @Test func windowsAndClassesHaveTheirPictures() throws {
    let files = try files(try RefillChartsTests.dataset(), .all) {
      $0.level = .drugClass
      $0.part = .windows
    }
    let page = try page(files)
    #expect(files["pages/charts/slidingWindows.vl.json"] != nil)
    #expect(files["pages/charts/distribution.ras.csv"] != nil)
    #expect(files["pages/charts/distribution.statin.csv"] != nil)
    #expect(page.ranges(of: "<figure").count == 5)
    #expect(page.contains("Patients by pdc, statin"))
  }

  @Test func theSameBytesEachTime() throws {
    let dataset = try RefillChartsTests.dataset()
    #expect(try files(dataset) == files(dataset))
  }

  /// Names are text, even if they contain markup.
  @Test func namesAreNoMarkup() throws {
    let hostile = "<script>alert(1)</script>&'"
    let files = try files(
      try dataset("patient,date,days,class\n\(hostile),2025-01-01,30,<b>\nסבתא,2025-01-01,9,b\n")
    ) { $0.level = .drugClass }
    let page = try page(files)
    #expect(!page.contains("<script") && !page.contains(hostile))
    #expect(page.contains("&lt;b&gt;"))
    #expect(page.contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;</bdi>"))
    #expect(page.contains("<bdi>סבתא</bdi>"))
    #expect(page.contains("\u{2068}סבתא"))
  }

  @Test func whoHasNoFillsHasAPage() throws {
    let page = try page(try files(try dataset("patient,date,days\n")))
    #expect(page.contains("No patient has a value of pdc."))
    #expect(page.contains("Refills of 0 patients"))
    #expect(!page.contains("id=\"patients\""))
  }

  /// The page is of the lowest values and the summary alone.
  @Test func thePageDoesNotGrowWithThePatients() throws {
    func fills(_ count: Int) -> String {
      "patient,date,days\n"
        + (0..<count).map { "P\($0),2025-01-01,\($0 % 97 + 1)\n" }.joined()
    }
    let (few, many) = (try page(files(dataset(fills(200)))), try page(files(dataset(fills(2_000)))))
    #expect(abs(many.utf8.count - few.utf8.count) < few.utf8.count / 10)
  }

  @Test func aFolderOfOthersIsLeftAlone() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let pages = folder.appending(path: "pages")
    try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
    let dataset = try RefillChartsTests.dataset()
    #expect(throws: InputError.self) {
      try RefillFolder(folder.path, format: .csv).write(dataset, RefillRequest())
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pages"])
  }
}
