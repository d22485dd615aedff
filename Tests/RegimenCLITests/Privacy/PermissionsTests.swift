import Foundation
import TestSampling
import Testing

/// File permissions: `--mode` of every command that writes.
@Suite struct PermissionsTests {
  private let scratch: Scratch
  /// One of the patients.
  private let patient: String
  private static let days = ["--from", "2025-01-06", "--to", "2025-01-26"]
  private static let cohort = ["--patients", "6", "--days", "20", "--seed", "3", "--out"]

  init() throws {
    scratch = try Scratch()
    try writeCohort(patients: 6, days: 20, seed: 3, to: scratch["dataset"])
    let patients = String(
      decoding: try scratch.bytes(of: "dataset/patients.csv"), as: UTF8.self)
    let row = try #require(patients.split(separator: "\n").dropFirst().first)
    patient = String(row.prefix { $0 != "," })
    for share in 1...2 {
      _ = try Tool.seconds(
        [
          "report", scratch["dataset"], "--partition", "\(share)/2", "--out",
          scratch["share\(share)"],
        ]
          + PermissionsTests.days)
    }
  }

  /// Every command that writes, by the name of its output; the last argument is the path.
  private var writing: [(name: String, words: [String], others: [String])] {
    let (dataset, days) = (scratch["dataset"], PermissionsTests.days)
    return [
      ("report", ["report", dataset] + days + ["--out"], []),
      ("database", ["report", dataset, "--format", "sqlite"] + days + ["--out"], []),
      ("whole", ["merge"], [scratch["share1"], scratch["share2"]]),
      ("charts", ["chart", dataset, "--all"] + days + ["--out"], []),
      ("chart.svg", ["chart", dataset, "--chart", "ribbon"] + days + ["--out"], []),
      ("events.csv", ["events", dataset] + days + ["--out"], []),
      ("due.csv", ["due", dataset, "--at", "2025-01-20T12:00:00Z", "--out"], []),
      ("refills", ["refills", "Datasets/refills", "--out"], []),
      ("fills.svg", ["refills", "Datasets/refills", "--chart", "windows", "--out"], []),
      ("folder", ["export", dataset], []),
      ("fhir", ["export", dataset, "--format", "fhir"], []),
      ("bundle.json", ["export", dataset, "--format", "fhir"], []),
      ("one.ics", ["export", dataset, "--only", patient], []),
      ("one.json", ["export", dataset, "--only", patient], []),
      ("mhealth.json", ["export", dataset, "--format", "openMHealth", "--adherence"] + days, []),
      ("store.sqlite", ["import", dataset], []),
      ("cohort", ["generate"] + PermissionsTests.cohort, []),
      ("made.sqlite", ["generate"] + PermissionsTests.cohort, []),
      ("example", ["init"], []),
    ]
  }

  private func permissions(_ name: String) throws -> (mode: Int, isFolder: Bool) {
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch[name])
    return (
      try #require(attributes[.posixPermissions] as? Int),
      attributes[.type] as? FileAttributeType == .typeDirectory
    )
  }

  /// Expects everything below a folder to have the given permissions.
  private func expect(_ folder: String, files: Int, folders: Int) throws {
    for name in scratch.files(in: folder) {
      let found = try permissions("\(folder)/\(name)")
      #expect(found.mode == (found.isFolder ? folders : files), "\(folder)/\(name)")
    }
  }

  @Test(
    arguments: [
      ("640", 0o640, 0o750), ("0644", 0o644, 0o755), ("660", 0o660, 0o770), ("600", 0o600, 0o700),
    ].sampled(1))
  func everyCommandThatWrites(_ mode: String, _ files: Int, _ folders: Int) throws {
    try FileManager.default.createDirectory(
      atPath: scratch[mode], withIntermediateDirectories: true)
    for (name, words, others) in writing where files == 0o640 || name < "d" {
      let result = try Tool.run(words + [scratch["\(mode)/\(name)"]] + others + ["--mode", mode])
      #expect(result.status < 2, "\(name): \(result.errors)")
      #expect(FileManager.default.fileExists(atPath: scratch["\(mode)/\(name)"]), "\(name)")
    }
    try expect(mode, files: files, folders: folders)
  }

  /// SQLite's auxiliary files have the store's permissions while it is written.
  @Test func besideAStore() throws {
    _ = try Tool.seconds(["import", scratch["dataset"], scratch["a.sqlite"], "--mode", "640"])
    #expect(try permissions("a.sqlite").mode == 0o640)
    let reader = try RunningTool(["export", scratch["a.sqlite"], scratch["copy"]])
    _ = try reader.wait()
    for ending in ["-wal", "-shm"] {
      guard FileManager.default.fileExists(atPath: scratch["a.sqlite\(ending)"]) else { continue }
      #expect(try permissions("a.sqlite\(ending)").mode == 0o640)
    }
    // An existing store keeps its permissions.
    _ = try Tool.seconds(["import", scratch["dataset"], scratch["a.sqlite"], "--mode", "600"])
    #expect(try permissions("a.sqlite").mode == 0o640)
  }

  /// A replaced file has the permissions of the command and not of the old file.
  @Test func filesThatAreReplaced() throws {
    let words = ["events", scratch["dataset"], "--out", scratch["e.csv"]] + PermissionsTests.days
    _ = try Tool.seconds(words + ["--mode", "644"])
    #expect(try permissions("e.csv").mode == 0o644)
    _ = try Tool.seconds(words)
    #expect(try permissions("e.csv").mode == 0o600)
    let report =
      ["report", scratch["dataset"], "--out", scratch["report"]] + PermissionsTests.days
    _ = try Tool.seconds(report)
    _ = try Tool.seconds(report + ["--mode", "640"])
    try expect("report", files: 0o640, folders: 0o750)
    // The folder itself existed.
    #expect(try permissions("report").mode == 0o700)
  }

  @Test(
    arguments: ["888", "64", "06400", "440", "755", "1640", "u=rw", "-640", "6²0", "640 "]
      .sampled(3).sampled(3))
  func invalidModes(_ mode: String) throws {
    let result = try Tool.run(
      ["events", scratch["dataset"], "--out", scratch["e.csv"], "--mode=\(mode)"]
        + PermissionsTests.days)
    #expect(result.status == 2)
    #expect(result.errors.contains("three octal digits"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch["e.csv"]))
  }
}
