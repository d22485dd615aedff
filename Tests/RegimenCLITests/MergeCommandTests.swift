import Foundation
import TestSampling
import TestSupport
import Testing

/// Reports from a folder and from a store, with one thread and with two, whole and merged from
/// shards.
@Suite struct MergeCommandTests {
  private static let question = [
    "--from", "2025-01-13", "--to", "2026-01-12", "--by", "month", "--day-boundary", "03:00",
    "--as-of", "2025-12-31T22:00:00Z",
  ]

  private func files(_ folder: URL) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    let files = paths.compactMap { path in
      FileManager.default.contents(atPath: "\(folder.path())/\(path)").map { (path, $0) }
    }
    return Dictionary(uniqueKeysWithValues: files)
  }

  private func report(_ data: String, to folder: URL, _ more: String...) throws {
    let result = try Tool.run(
      ["report", data, "--out", folder.path(), "--resamples", "50", "--pages", "none"]
        + MergeCommandTests.question
        + more)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
  }

  private func temporary() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func sharesAreTheWhole() throws {
    let folder = try temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let cohort = try MonitoredFolder.path()
    let store = folder.appending(path: "store.sqlite").path()
    #expect(try Tool.run("import", cohort, store).status == 0)
    let whole = folder.appending(path: "whole")
    try report(cohort, to: whole, "--jobs", "1")
    let expected = try files(whole)
    #expect(expected.keys.filter { !$0.contains("/") }.count == 8)
    let others = [(cohort, "2"), (store, "1"), (store, "2")]
    for (data, jobs) in others.sampled(1, from: 2) {
      let again = folder.appending(path: "again")
      try report(data, to: again, "--jobs", jobs)
      #expect(try files(again) == expected, "\(data) \(jobs)")
    }
    let count = isExhaustive ? 7 : 3
    for data in isExhaustive ? [cohort, store] : [store] {
      let shares = (1...count).map { folder.appending(path: "share\($0)") }
      for (index, share) in shares.enumerated() {
        try report(data, to: share, "--partition", "\(index + 1)/\(count)")
      }
      let merged = folder.appending(path: "merged")
      let result = try Tool.run(["merge", merged.path()] + shares.map { $0.path() })
      #expect(result.status == 0)
      #expect(result.lines.first == "\(MonitoredFolder.patients) patients")
      #expect(try files(merged) == expected, "\(data)")
    }
  }

  @Test func missingSharesAreNamed() throws {
    let folder = try temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    let share = folder.appending(path: "share")
    try report("Datasets/monitoring", to: share, "--partition", "2/3", "--only", "P00*")
    let result = try Tool.run("merge", folder.appending(path: "merged").path(), share.path())
    #expect(result.status == 2)
    #expect(result.errors == "regimen: 'shares' names an unknown share: '1/3'\n")
  }

  @Test(arguments: [
    (["--only", "P00*"], 10), (["--only", "group:A"], 100),
    (["--only", "P000,P001", "--only", "P19?"], 12), (["--partition", "1/1"], 200),
  ])
  func someOfThePatients(_ options: [String], _ count: Int) throws {
    let folder = try temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      ["report", "Datasets/monitoring", "--from", "2025-02-03", "--to", "2025-02-10"]
        + ["--out", folder.path(), "--tables", "patients"] + options)
    #expect(result.status == 0)
    #expect(result.lines.first == "\(count) patients, 2025-02-03 to 2025-02-09, by week")
    let rows = try String(contentsOf: folder.appending(path: "patients.csv"), encoding: .utf8)
    #expect(rows.split(separator: "\n").count == 1 + 4 * count)
  }

  @Test func groupsByZone() throws {
    let result = try Tool.run(
      "report", "Datasets/monitoring", "--from", "2025-02-03", "--to", "2025-02-10", "--group-by",
      "zone")
    #expect(result.lines.contains { $0.hasPrefix("America/New_York") })
    #expect(!result.lines.contains { $0.hasPrefix("A ") })
  }

  @Test(
    arguments: [
      ["--partition", "0/7"], ["--partition", "8/7"], ["--partition", "x"], ["--jobs", "0"],
      ["--only", ""], ["--group-by", "age"], ["--tables", "weeks"], ["--format", "xml"],
      ["--log-level", "loud"],
      ["--only", "nobody"], ["--only", "group:Z"], ["--only", "tag:none,X*"],
    ].sampled(4))
  func nonsense(_ options: [String]) throws {
    let result = try Tool.run(
      ["report", "Datasets/monitoring", "--from", "2025-02-03", "--to", "2025-02-10", "--out"]
        + ["/dev/null/out"] + options)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
  }
}
