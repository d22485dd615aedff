import Foundation
import Testing

/// Existing files are not overwritten without an option, and rejected data give no ratio of zero.
@Suite struct OverwritingToolTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try writeCohort(patients: 5, days: 20, seed: 1, to: scratch["dataset"])
    _ = try Tool.seconds(["import", scratch["dataset"], scratch["store.sqlite"]])
  }

  private func generate(_ seed: Int, to name: String) -> [String] {
    ["generate", "--patients", "3", "--days", "10", "--seed", "\(seed)", "--out", scratch[name]]
  }

  private func expectRejection(_ arguments: [String], _ words: String) throws {
    let before = contents
    let result = try Tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(words) && result.errors.contains("--force"))
    #expect(contents == before)
  }

  /// The files except SQLite's shared-memory files.
  private var contents: [String: [UInt8]] {
    let names = scratch.files().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    return names.reduce(into: [:]) { $0[$1] = try? scratch.bytes(of: $1) }
  }

  @Test func nonEmptyFolders() throws {
    try FileManager.default.createDirectory(
      atPath: scratch["other"], withIntermediateDirectories: true)
    try scratch.write(Array("mine".utf8), to: "other/notes.txt")
    for name in ["dataset", "other"] {
      try expectRejection(generate(2, to: name), "the folder is not empty")
      try expectRejection(
        ["export", scratch["store.sqlite"], scratch[name]], "the folder is not empty")
    }
    let sound = try scratch.bytes(of: "dataset/outcomes.csv")
    #expect(try Tool.run(generate(2, to: "dataset") + ["--force"]).status == 0)
    #expect(try scratch.bytes(of: "dataset/outcomes.csv") != sound)
    #expect(
      try Tool.run("export", scratch["store.sqlite"], scratch["dataset"], "--force").status == 0)
    #expect(try scratch.bytes(of: "dataset/outcomes.csv") == sound)
    #expect(try Tool.run(generate(2, to: "other") + ["--force"]).status == 0)
    #expect(try scratch.bytes(of: "other/notes.txt") == Array("mine".utf8))
  }

  /// A report replaces reports only, and not other tables: a dataset has a `patients.csv` too.
  @Test func reportsReplaceTheirOwnAlone() throws {
    let report = ["report", scratch["dataset"], "--from", "2025-01-06", "--to", "2025-01-26"]
    let refills = ["refills", "Datasets/refills"]
    let before = contents
    let refused = try Tool.run(report + ["--out", scratch["dataset"]])
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors.hasSuffix(
        "/dataset/patients.csv: cannot be written: it exists and was not created by a report (move it"
          + " away, or choose another path)\n"), "\(refused.errors)")
    #expect(contents == before)
    for (own, other) in [(report, refills), (refills, report)] {
      try FileManager.default.createDirectory(
        atPath: scratch["out"], withIntermediateDirectories: true)
      try scratch.write(Array("mine".utf8), to: "out/notes.txt")
      for _ in 0..<2 { #expect(try Tool.run(own + ["--out", scratch["out"]]).status == 0) }
      let made = contents
      #expect(
        try Tool.run(other + ["--out", scratch["out"]]).errors.contains(
          "was not created by a report"))
      #expect(contents == made && made["out/notes.txt"] == Array("mine".utf8))
      scratch.remove("out")
    }
  }

  @Test func emptyTargets() throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: scratch[name], withIntermediateDirectories: true)
    }
    #expect(try Tool.run(generate(2, to: "a")).status == 0)
    #expect(try Tool.run("export", scratch["store.sqlite"], scratch["b"]).status == 0)
    #expect(try Tool.run(generate(2, to: "new.sqlite")).status == 0)
  }

  @Test func storesWithPatients() throws {
    try expectRejection(generate(2, to: "store.sqlite"), "the store already contains patients")
    let result = try Tool.run(generate(2, to: "store.sqlite") + ["--force"])
    #expect(0...1 ~= result.status, "\(result.errors)")
  }

  /// If all outcomes were rejected, there is no ratio, and no file.
  @Test func rejectedOutcomesOnly() throws {
    let file = "dataset/outcomes.csv"
    let lines = String(decoding: try scratch.bytes(of: file), as: UTF8.self).split(separator: "\n")
    let header = try #require(lines.first)
    let stray = lines.dropFirst().map { "X" + $0 }
    let report = ["report", scratch["dataset"], "--from", "2025-01-06", "--to", "2025-01-26"]
    func write(_ lines: [Substring], _ more: [String]) throws {
      let text = (lines.map(String.init) + more).joined(separator: "\n") + "\n"
      try scratch.write(Array(text.utf8), to: file)
    }
    try write([header], stray)
    for more in [[], ["--out", scratch["out"]]] {
      let result = try Tool.run(report + more)
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(
        result.errors.hasPrefix(
          "regimen: 'outcomes' cannot be read: all \(stray.count) were rejected, so that there is"
            + " no ratio (the first problem: outcomes.csv:2: 'patient' names an unknown patient"
        ))
      #expect(scratch.files(in: "out").isEmpty)
    }
    for share in 1...2 {
      let result = try Tool.run(
        report + ["--partition", "\(share)/2", "--out", scratch["share\(share)"]])
      #expect(result.status == 1)
    }
    let merged = try Tool.run("merge", scratch["out"], scratch["share1"], scratch["share2"])
    #expect(merged.status == 2)
    #expect(merged.errors.contains("all \(stray.count) were rejected"))
    #expect(scratch.files(in: "out").isEmpty)
    // One accepted outcome, or no outcomes at all, gives a ratio.
    try write(Array(lines.prefix(2)), Array(stray.dropFirst()))
    let few = try Tool.run(report)
    #expect(few.status == 2 && few.errors.contains("so that ratios would be too low"))
    #expect(try Tool.run(report + ["--max-rejected", "100%"]).status == 1)
    try write([header], [])
    #expect(try Tool.run(report).status == 0)
  }

  /// A record of a stream whose outcomes were all rejected has one line with its error instead of
  /// its rows.
  @Test func recordsWithRejectedOutcomesOnly() throws {
    func record(_ id: String, _ task: String) -> String {
      """
      {"patient":{"id":"\(id)","zone":"UTC"},"tasks":[{"id":"t","schedule":{"elements":[\
      {"start":"2025-01-06T08:00:00","every":"P1D"}]}}],\
      "outcomes":[{"task":"\(task)","time":"2025-01-06T08:00:00Z"}]}

      """
    }
    let report = ["report", "--records", "-", "--from", "2025-01-06", "--to", "2025-01-13"]
    let bad = try Tool.run(report, input: record("ann", "x"))
    #expect(bad.status == 2)
    #expect(bad.lines.count == 1 && bad.output.hasPrefix(#"{"error":"#))
    #expect(bad.errors.contains("all 1 were rejected"))
    let mixed = try Tool.run(report, input: record("ann", "x") + record("bob", "t"))
    #expect(mixed.status == 2 && mixed.errors.contains("1 of 2 (50.0 %) were rejected"))
    #expect(mixed.output.contains("\"ratio\":") && !mixed.output.contains("\"ann\""))
  }
}
