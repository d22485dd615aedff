import Foundation
import TestSupport
import Testing

/// Files that are no store, or no usable one: one clear error.
@Suite struct OtherFilesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Expects a command to do nothing except report the store's error in one line.
  private func expectError(
    _ arguments: [String], _ restriction: RunningTool.Restriction? = nil, about words: String
  ) throws {
    let result = try RunningTool(arguments, restriction).wait()
    #expect(result.status == 2, "\(arguments): \(result.status)")
    #expect(result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  private var reading: [[String]] {
    let store = scratch["store.sqlite"]
    return [
      ["report", store, "--from", "2025-01-06", "--to", "2025-02-06"], ["check", store],
      ["info", store], ["export", store, scratch["out"]],
    ]
  }

  private func expectEverywhere(_ words: String, importing: Bool = true) throws {
    let before = scratch.files()
    let bytes = try? scratch.bytes(of: "store.sqlite")
    for arguments in reading { try expectError(arguments, about: words) }
    if importing {
      try expectError(["import", "Datasets/monitoring", scratch["store.sqlite"]], about: words)
    }
    #expect(scratch.files() == before)
    #expect((try? scratch.bytes(of: "store.sqlite")) == bytes)
  }

  @Test func missing() throws { try expectEverywhere("no such file", importing: false) }

  @Test func emptyFile() throws {
    try scratch.write([], to: "store.sqlite")
    try expectEverywhere("store.sqlite", importing: false)
  }

  @Test func textFile() throws {
    try scratch.write(Array("patient,task\nann,tablet\n".utf8), to: "store.sqlite")
    try expectEverywhere("it is not a store")
  }

  @Test func folder() throws {
    try FileManager.default.createDirectory(
      atPath: scratch["store.sqlite"], withIntermediateDirectories: true)
    try expectError(
      ["import", "Datasets/monitoring", scratch["store.sqlite"]], about: "it is a folder")
    try expectError(["info", scratch["store.sqlite"]], about: "it is a folder")
    #expect(scratch.files() == ["store.sqlite"])
  }

  @Test func anotherProgramsDatabase() throws {
    try PlainDatabase(scratch["store.sqlite"]).rows(
      "CREATE TABLE patients (id TEXT); INSERT INTO patients VALUES ('ann')")
    try expectEverywhere("a database of another program")
  }

  @Test func newerSchema() throws {
    try writeCohort(patients: 3, days: 10, seed: 1, to: scratch["store.sqlite"])
    try PlainDatabase(scratch["store.sqlite"]).rows(
      "PRAGMA journal_mode = DELETE; PRAGMA user_version = 999")
    try expectEverywhere("use a newer program")
  }

  /// A read-only store can be read.
  @Test(arguments: ["store.sqlite", ""]) func readOnly(_ name: String) throws {
    try writeCohort(patients: 3, days: 10, seed: 1, to: scratch["store.sqlite"])
    let bytes = try scratch.bytes(of: "store.sqlite")
    try set(0o444, of: "store.sqlite")
    if name.isEmpty { try set(0o555, of: name) }
    for arguments in reading.prefix(3) {
      let result = try RunningTool(arguments, .permissions).wait()
      #expect(result.status == 0, "\(arguments): \(result.errors)")
    }
    try expectError(
      ["import", "Datasets/monitoring", scratch["store.sqlite"]], .permissions, about: "read-only")
    #expect(try scratch.bytes(of: "store.sqlite") == bytes)
  }

  private func set(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch[name])
  }
}
