import AdherenceAnalytics
import Foundation
import Interchange
import TestSampling
import Testing

/// A disk that fills up during a command: one clear error, and no partial output.
@Suite(.exhaustive) struct FullDiskTests {
  private let scratch: Scratch
  private var dataset: String { scratch["dataset"] }

  init() throws {
    scratch = try Scratch()
    try writeCohort(patients: 200, days: 40, seed: 9, to: scratch["dataset"])
  }

  private func expectFull(_ result: Tool.Result) {
    #expect(result.status == 2)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    let reasons = ["no room", "disk is full", "No space left", "File too large"]
    #expect(reasons.contains { result.errors.contains($0) }, "\(result.errors)")
  }

  @Test(arguments: [1, 16, 200, 600])
  func whileImporting(_ blocks: Int) throws {
    let store = scratch["store.sqlite"]
    expectFull(try RunningTool(["import", dataset, store], .fileBlocks(blocks)).wait())
    let expected = try StoreContents.records(of: DatasetFolder(dataset))
    if FileManager.default.fileExists(atPath: store) {
      let contents = try StoreContents(store)
      #expect(contents.integrity == ["ok"])
      #expect(contents.records.allSatisfy(expected.contains))
    }
    #expect(try Tool.run(["import", dataset, store]).status == 0)
    #expect(try StoreContents(store).records == expected)
  }

  @Test(arguments: ["csv", "ndjson", "json", "sqlite"])
  func whileReporting(_ format: String) throws {
    let out = scratch["out"]
    let report = ["report", dataset, "--from", "2025-01-06", "--to", "2025-02-15", "--by", "day"]
    let rest = ["--format", format, "--pages", "none", "--out", out]
    expectFull(try RunningTool(report + rest, .fileBlocks(64)).wait())
    #expect(scratch.files(in: "out").isEmpty)
    #expect(try Tool.run(report + rest).status == 0)
  }

  @Test func whileGenerating() throws {
    let out = ["generate", "--patients", "200", "--days", "40", "--seed", "9", "--out"]
    expectFull(try RunningTool(out + [scratch["half"]], .fileBlocks(64)).wait())
    #expect(scratch.files(in: "half").isEmpty)
  }

  @Test func whileExporting() throws {
    let store = scratch["store.sqlite"]
    #expect(try Tool.run(["import", dataset, store]).status == 0)
    expectFull(try RunningTool(["export", store, scratch["half"]], .fileBlocks(64)).wait())
    #expect(scratch.files(in: "half").isEmpty)
  }

  /// A disk that is really full, if the tests may mount one: a new store contains everything
  /// reported as written, or does not exist.
  @Test(
    .enabled(if: geteuid() == 0), arguments: [100, 300, 380, 400, 420, 600])
  func aSmallDisk(_ kilobytes: Int) throws {
    let disk = scratch["disk"]
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let size = "size=\(kilobytes)k"
    guard try run("mount", "-t", "tmpfs", "-o", size, "tmpfs", disk) == 0 else { return }
    defer { _ = try? run("umount", disk) }
    let store = disk + "/store.sqlite"
    expectFull(try Tool.run(["import", dataset, store]))
    if FileManager.default.fileExists(atPath: store) {
      #expect(try StoreContents(store).integrity == ["ok"])
      #expect(try Tool.run(["check", store]).status == 0)
    }
    for format in ["csv", "sqlite"] {
      expectFull(
        try Tool.run([
          "report", dataset, "--from", "2025-01-06", "--to", "2025-02-15", "--by", "day",
          "--format", format, "--out", disk + "/out",
        ]))
      #expect(scratch.files(in: "disk/out").isEmpty)
    }
  }

  private func run(_ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
