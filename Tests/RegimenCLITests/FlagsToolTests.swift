import Foundation
import Interchange
import Testing

/// The table `flags` and the page: the same flags, and their changes since a previous report.
@Suite struct FlagsToolTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "regimen-\(UUID().uuidString)")

  /// A patient, a task and a flag.
  private typealias Key = [String]

  private func report(_ name: String, to end: String, _ options: [String] = []) throws
    -> Tool.Result
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try Tool.run(
      [
        "report", "Datasets/monitoring", "--from", "2025-01-13", "--to", end, "--as-of",
        "\(end)T00:00:00Z", "--out", folder.appending(path: name).path(),
      ] + options)
  }

  private func rows(_ table: String) throws -> [[String: String]] {
    try CSVRows.read(folder.appending(path: "\(table).csv").path())
  }

  private func key(_ row: [String: String]) -> Key {
    ["patient", "task", "flag"].map { row[$0] ?? "" }
  }

  @Test("Table, page and patients' table tell of the same flags, and of changes")
  func statuses() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let tables = ["--tables", "flags,page,patients", "--pages", "none"]
    #expect(try report("old", to: "2025-04-28", tables).status == 0)
    let previous = ["--previous", folder.appending(path: "old").path()]
    #expect(try report("new", to: "2025-05-26", tables + previous).status == 0)
    let (before, after) = (try rows("old/flags"), try rows("new/flags"))
    let (old, all) = (Set(before.map(key)), Set(after.map(key)))
    let current = Set(after.filter { $0["status"] != "resolved" }.map(key))
    #expect(
      !current.isDisjoint(with: old) && !current.isSubset(of: old) && !old.isSubset(of: current))
    #expect(all == current.union(old))
    for row in after {
      let expected =
        !current.contains(key(row)) ? "resolved" : old.contains(key(row)) ? "continuing" : "new"
      #expect(row["status"] == expected)
    }
    #expect(before.allSatisfy { $0["status"] == "" })
    let tasks = try rows("old/patients").filter { $0["level"] == "task" && $0["due"] != "0" }
    for (flag, column, value) in [
      ("stopped", "discontinued", "true"), ("neverStarted", "initiated", "false"),
    ] {
      let expected = tasks.filter { $0[column] == value }.map {
        [$0["patient"] ?? "", $0["task"] ?? "", flag]
      }
      #expect(old.filter { $0[2] == flag } == Set(expected))
    }
    let page = try String(contentsOf: folder.appending(path: "new/index.html"), encoding: .utf8)
    #expect(page.contains("\(Set(current.map { $0[0] }).count) of 200 patients have a flag"))
    let count = { (status: String) in after.count { $0["status"] == status } }
    #expect(
      page.contains(
        "\(count("new")) new, \(count("continuing")) continuing, \(count("resolved")) resolved"))
  }

  @Test("The flags of the main task come first")
  func mainTask() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = ["--tables", "flags", "--main-task", "walk"]
    #expect(try report("walk", to: "2025-04-28", options).status == 0)
    let flags = try rows("walk/flags").filter { $0["flag"] != "declining" }.map { $0["task"] }
    let others = flags.drop { $0 == "walk" }
    #expect(flags.first == "walk" && !others.isEmpty && !others.contains("walk"))
  }

  @Test(
    "A task or folder that is unknown is one error",
    arguments: [
      (["--main-task", "wlak"], "names an unknown task: 'wlak'"),
      (["--previous", "Datasets/monitoring"], "flags.csv"),
      (["--tables", "cohort", "--previous", "Datasets/monitoring"], "previous"),
    ])
  func errors(_ options: [String], _ message: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try report("x", to: "2025-01-20", ["--tables", "flags"] + options)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
