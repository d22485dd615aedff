import Foundation
import TestSampling
import TestSupport
import Testing

/// A damaged store file: a complete result or a clear error, and no crash.
@Suite(.exhaustive) struct DamagedStoreTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try writeCohort(patients: 60, days: 40, seed: 4, to: scratch["sound.sqlite"])
    _ = try Tool.seconds(["export", scratch["sound.sqlite"], scratch["sound"]])
  }

  /// The lines of each file of a folder.
  private func lines(_ folder: String) throws -> [String: [Substring]] {
    try scratch.files(in: folder).reduce(into: [:]) { lines, name in
      let bytes = try scratch.bytes(of: "\(folder)/\(name)")
      lines[name] = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
  }

  /// The result of reading a store.
  private enum Answer {
    case same, otherValues, error
  }

  /// Expects all rows, or an error that describes the damage and leaves no files.
  ///
  /// SQLite has no page checksums: a changed number cannot be detected. But data are never missing
  /// without an error.
  private func expectAnswerOrError(_ store: String, _ what: String) throws -> Answer {
    scratch.remove("out")
    let result = try Tool.run("export", scratch[store], scratch["out"])
    #expect(0...2 ~= result.status, "\(what): \(result.status) \(result.errors)")
    if result.status == 0 {
      let (found, sound) = try (lines("out"), lines("sound"))
      #expect(found.mapValues(\.count) == sound.mapValues(\.count), "\(what): rows are missing")
      return found == sound ? .same : .otherValues
    }
    #expect(result.errors.contains(store), "\(what): \(result.errors)")
    if result.status == 2 { #expect(scratch.files(in: "out").isEmpty, "\(what)") }
    return .error
  }

  /// A row without a patient is in no record, but is found by `check`.
  @Test func checkLooksThroughTheWholeFile() throws {
    #expect(try Tool.run("check", scratch["sound.sqlite"]).status == 0)
    try scratch.copy("sound.sqlite", to: "stray.sqlite")
    try PlainDatabase(scratch["stray.sqlite"]).rows(
      "INSERT INTO tasks VALUES (99999, 99999, 'stray')")
    let result = try Tool.run("check", scratch["stray.sqlite"])
    #expect(result.status == 1)
    #expect(
      result.output.contains("stray.sqlite: cannot be read: tasks refers to missing patients"))
    #expect(result.lines.last == "Problems: 1")
  }

  @Test func truncatedAnywhere() throws {
    let bytes = try scratch.bytes(of: "sound.sqlite")
    var random = SplitMix64(seed: 1)
    let lengths =
      [1, 15, 16, 99, 100, 511, 512, 4096, 8192, bytes.count / 2, bytes.count - 1]
      + (0..<12).map { _ in Int.random(in: 1..<bytes.count, using: &random) }
    for length in lengths {
      try scratch.write(Array(bytes[..<length]), to: "cut.sqlite")
      let answer = try expectAnswerOrError("cut.sqlite", "\(length) of \(bytes.count) bytes")
      #expect(answer == .error, "\(length) of \(bytes.count) bytes")
      scratch.remove("cut.sqlite")
    }
  }

  @Test func flippedBytes() throws {
    let bytes = try scratch.bytes(of: "sound.sqlite")
    var random = SplitMix64(seed: 2)
    var answers: [Answer: Int] = [:]
    for round in 0..<45 {
      var damaged = bytes
      let place = Int.random(in: 0..<(round < 15 ? 100 : bytes.count), using: &random)
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      try scratch.write(damaged, to: "flipped.sqlite")
      let what = "byte \(place) from \(bytes[place]) to \(damaged[place])"
      answers[try expectAnswerOrError("flipped.sqlite", what), default: 0] += 1
      scratch.remove("flipped.sqlite")
    }
    #expect(answers[.error, default: 0] > 5, "\(answers)")
  }
}
