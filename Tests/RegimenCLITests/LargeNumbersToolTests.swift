import Foundation
import TestSupport
import Testing

/// Amounts whose sum overflows to infinity: no output contains it.
@Suite struct LargeNumbersToolTests {
  private let scratch: Scratch
  private var dataset: String { scratch["dataset"] }
  private let range = ["--from", "2025-01-06", "--to", "2025-01-13", "--scoring", "summed"]

  /// Two glasses of 10³⁰⁸ on the first day, one on the second, and two uses of a spray of as much.
  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch["dataset"], withIntermediateDirectories: true)
    try write("patients.csv", "id,zone\nann,UTC\nbob,UTC\n")
    try write(
      "tasks.ndjson",
      #"""
      {"patient":"ann","id":"water","matching":"keyed","schedule":{"elements":[{"id":"water",\#
      "start":"2025-01-06T08:00:00","every":"P1D","targets":[{"value":8}]}]}}
      {"patient":"ann","id":"spray","schedule":{"elements":[{"id":"spray",\#
      "start":"2025-01-06","asNeeded":true}]}}
      {"patient":"bob","id":"water","matching":"keyed","schedule":{"elements":[{"id":"water",\#
      "start":"2025-01-06T08:00:00","every":"P1D","targets":[{"value":1e308},{"value":1e308}]}]}}

      """#)
    try write(
      "outcomes.csv",
      """
      patient,task,element,nominal,time,value
      ann,water,water,2025-01-06T08:00:00,,1e308
      ann,water,water,2025-01-06T08:00:00,,1e308
      ann,water,water,2025-01-07T08:00:00,,1e308
      ann,spray,,,2025-01-07T09:00:00Z,1e308
      ann,spray,,,2025-01-07T10:00:00Z,1e308
      bob,water,water,2025-01-06T08:00:00,,1e308

      """)
  }

  private func write(_ file: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: dataset).appending(path: file))
  }

  private func hasNoInfinity(_ text: String) -> Bool {
    text.range(
      of: #"(?i)(?<![a-z])(inf|infinity|nan)(?![a-z])"#, options: .regularExpression) == nil
  }

  /// Every file below a folder, as text.
  private func texts(in folder: String) -> [String: String] {
    guard let paths = FileManager.default.enumerator(atPath: folder) else { return [:] }
    var texts: [String: String] = [:]
    for case let path as String in paths {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
      texts[path] = String(decoding: data, as: UTF8.self)
    }
    return texts
  }

  @Test(arguments: ["csv", "ndjson", "json"]) func reports(_ format: String) throws {
    let result = try Tool.run(
      ["report", dataset, "--out", scratch["out"], "--format", format, "--measures", "all"] + range
        + ["--breakdown", "slot", "--rolling", "3d"])
    #expect(result.status == 0, "\(result.errors)")
    let texts = texts(in: scratch["out"])
    #expect(texts.count > 6)
    for (path, text) in texts { #expect(hasNoInfinity(text), "\(path)") }
  }

  @Test func overflowingSumsAreMissing() throws {
    _ = try Tool.run(["report", dataset, "--out", scratch["out"], "--measures", "all"] + range)
    let lines = try #require(texts(in: scratch["out"])["patients.csv"]).split(separator: "\n")
    let names = lines[0].split(separator: ",")
    let water = try #require(lines.first { $0.hasPrefix("ann,,task,water,") })
      .split(separator: ",", omittingEmptySubsequences: false)
    let row = Dictionary(zip(names, water)) { first, _ in first }
    #expect(row["due"] == "7" && row["done"] == "2")
    #expect(row["valueSum"] == "" && row["creditedSum"] == "16" && row["targetSum"] == "56")
    #expect(row["cappedSum"] == "0.2857142857142857" && row["uncappedSum"] == "")
    #expect(lines.contains { $0.contains("tooLarge: uncappedSum") })
  }

  @Test func aDatabase() throws {
    _ = try Tool.run(
      ["report", dataset, "--out", scratch["out"], "--format", "sqlite", "--measures", "all"]
        + range)
    let database = PlainDatabase(scratch["out"] + "/report.sqlite")
    for table in ["adherence", "patients", "cohort"] {
      let rows = try database.rows("SELECT * FROM \(table)")
      #expect(!rows.isEmpty)
      for cell in rows.joined() { #expect(hasNoInfinity(cell ?? ""), "\(table)") }
    }
    for table in ["report", "statistics"] {
      #expect(try hasNoInfinity(#require(database.texts("SELECT json FROM \(table)").first)))
    }
  }

  @Test(arguments: ["csv", "ndjson", "json"]) func events(_ format: String) throws {
    let result = try Tool.run(["events", dataset, "--format", format] + range)
    #expect(result.status == 0, "\(result.errors)")
    #expect(hasNoInfinity(result.output))
    #expect(result.output.contains("1e+308"))
  }

  @Test(arguments: ["vegaLite", "csv", "json", "chartJS", "careKit"])
  func charts(_ format: String) throws {
    let result = try Tool.run(
      [
        "chart", dataset, "--all", "--chart-patient", "ann", "--format", format, "--out",
        scratch["charts"],
      ]
        + range)
    #expect(result.status == 0, "\(result.errors)")
    let texts = texts(in: scratch["charts"])
    #expect(!texts.isEmpty)
    for (path, text) in texts { #expect(hasNoInfinity(text), "\(path)") }
  }
}
