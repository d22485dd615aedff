import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSampling
import Testing

@testable import Interchange

/// Files in any order, damaged, or changed while they are read.
@Suite struct HostileFolderTests {
  private static let header = "patient,task,element,nominal,time,value,units,kind,colour,status\n"

  /// Returns valid and invalid rows of twenty patients, as the fields of each.
  private static func rows(_ seed: UInt64, count: Int) -> [[String]] {
    var random = SeededGenerator(state: seed)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    return (0..<count).map { number in
      let day = "2025-01-\(10 + number % 20)"
      return [
        "P\(number * 7 % 20)", any(["med", "med", "walk", "me", "nobody"]),
        any(["", "am", "am", "a"]),
        any(["", "\(day)T08:00:00", "\(day)T08:00", "\(day)T25:00:00"]),
        any([
          "", "\(day)T08:00:30Z", "\(day)T08:00:30", "2025-01-32T08:00:00Z",
          "\(day)T08:00:00+01:00",
          "2024-01-01T00:00:00Z", day,
        ]),
        any([
          "", "", "1", "2.5", "007", "1e3", "true", "false", "-1", "NaN", ".5", "5.", "1.2.3",
          "123456789012345678", "0.1", "x", "2025-01-01",
        ]), any(["", "mg", "g"]), any(["", "dose"]), any(["", "red", "ß"]),
        any(["", "", "completed", "skipped", "declined", "done"]),
      ]
    }
  }

  private static let patients =
    "id,zone\n" + (0..<20).map { "P\($0),\($0 < 10 ? "America/New_York" : "UTC")\n" }.joined()

  private static let tasks = (0..<20).map { patient in
    ["med", "walk"].map { task in
      #"{"id": "\#(task)", "patient": "P\#(patient)", "schedule": {"elements": [{"id": "am", "start": "2025-01-\#(10 + patient % 3)T08:00:00", "every": "P1D", "targets": [{"value": 5, "units": "mg"}]}]}}"#
        + "\n"
    }.joined()
  }.joined()

  private func dataset(
    _ outcomes: String, tasks: String = HostileFolderTests.tasks,
    _ options: DatasetFolder.Options = .init()
  ) throws -> Dataset {
    let folder = try Folder([
      "patients.csv": Data(HostileFolderTests.patients.utf8), "tasks.ndjson": Data(tasks.utf8),
      "outcomes.csv": Data(outcomes.utf8),
    ])
    return try Dataset(DatasetFolder(folder.path, options))
  }

  private func text(_ rows: [[String]], end: String = "\n", quoted: Bool = false) -> String {
    rows.map { row in
      row.map { quoted ? "\"\($0)\"" : $0 }.joined(separator: ",") + end
    }.joined()
  }

  /// Quoted fields are parsed as text, others from their bytes, with the same result.
  @Test(arguments: (1...20 as ClosedRange<UInt64>).sampled(2))
  func bytesAndTextsReadAlike(
    _ seed: UInt64
  )
    throws
  {
    let rows = HostileFolderTests.rows(seed, count: 500)
    let plain = try dataset(HostileFolderTests.header + text(rows))
    let quoted = try dataset(HostileFolderTests.header + text(rows, quoted: true))
    #expect(plain.records == quoted.records)
    #expect(plain.problems == quoted.problems)
    #expect(plain.counts == quoted.counts)
    #expect(plain.counts.outcomes.read == 500)
    #expect(plain.counts.outcomes.rejected > 0 && plain.counts.outcomes.withWarnings > 0)
    #expect(plain.records.contains { !$0.outcomes.isEmpty })
  }

  /// Rows ordered by patient, by task, and unordered give the same records apart from line numbers
  /// of problems.
  @Test(arguments: ["\n", "\r\n", "\n\n"], [11, 1 << 16]) func ordersAndLineEnds(
    _ end: String, _ blockSize: Int
  ) throws {
    let rows = HostileFolderTests.rows(3, count: 300)
    let sorted = rows.enumerated().sorted {
      ($0.element[0], $0.offset) < ($1.element[0], $1.offset)
    }
    let mark = "\u{FEFF}"
    let expected = try dataset(HostileFolderTests.header + text(sorted.map(\.element)))
    // Different ends of lines and sizes meet different limits.
    for limit in [2, 40, 1 << 20].sampled(1, from: end.utf8.count + blockSize) {
      let mixed = try dataset(
        mark + HostileFolderTests.header + text(rows, end: end),
        tasks: HostileFolderTests.tasks.split(separator: "\n").reversed().joined(separator: "\r\n"),
        .init(blockSize: blockSize, runLimit: limit))
      #expect(mixed.records.map(\.outcomes) == expected.records.map(\.outcomes))
      #expect(mixed.counts == expected.counts)
      #expect(mixed.problems.map(\.problem.kind) == expected.problems.map(\.problem.kind))
    }
  }

  @Test func quotedFieldsHaveLineBreaks() throws {
    let rows = (0..<40).map { "P\($0 % 20),med,,,2025-02-01T08:00:00Z,,,,\"a\nP1,\n\",\n" }
    for blockSize in [3, 1 << 16] {
      let dataset = try dataset(
        HostileFolderTests.header + rows.joined(), .init(blockSize: blockSize))
      #expect(dataset.records.map(\.outcomes.count) == Array(repeating: 2, count: 20))
      #expect(dataset.problems.map(\.problem.kind) == ["unknownField"])
    }
  }

  /// Canonical ordering of that many marks would take minutes.
  @Test(arguments: [true, false]) func rejectsIDsOfCombiningMarks(_ quoted: Bool) throws {
    let marked = "P1" + String(repeating: "\u{301}\u{323}", count: 20_000)
    let rows = (2...10).map { place in
      (0..<10).map { $0 == place - 2 ? marked : $0 == 0 ? "P1" : $0 == 1 ? "med" : "" }
    }
    let time = ["P1", "med", "", "", "2025-02-01T08:00:00Z", "", "", "", "", ""]
    let dataset = try dataset(HostileFolderTests.header + text(rows + [time], quoted: quoted))
    #expect(dataset.counts.outcomes.rejected == rows.count)
    #expect(dataset.records.flatMap(\.outcomes.rows).count == 1)
    #expect(dataset.problems.allSatisfy { $0.description.utf8.count < 200 })
  }

  @Test func boundsProblemsOfFileOfUnknownPatients() throws {
    let count = isExhaustive ? 100_000 : 15_000
    let rows = (0..<count).map { "junk\($0),med,,,2025-02-01T08:00:00Z,,,,,\n" }.joined()
    let dataset = try dataset(HostileFolderTests.header + rows)
    #expect(dataset.counts.outcomes == ReadCount(read: count, rejected: count))
    #expect(dataset.problems.count == ProblemList.limit + 1)
    #expect(
      dataset.problems.last?.description
        == "outcomes.csv: has too many problems: the limit is 10000")
  }

  @Test(arguments: ["", "P1,med,,,2025-02-01T08:00:00Z,,,,,"])
  func lastLineNeedsNoLineEnd(_ last: String) throws {
    let whole = try dataset(HostileFolderTests.header + last)
    #expect(whole.counts.outcomes.read == (last.isEmpty ? 0 : 1))
    #expect(whole.counts.outcomes.rejected == 0)
    let cut = try dataset(HostileFolderTests.header + "P1,med,,,2025-02")
    #expect(cut.problems.last?.problem == .broken(.truncated))
  }

  @Test(arguments: ["patients.csv", "tasks.ndjson", "outcomes.csv"], [true, false])
  func fileChangesDuringReading(_ name: String, _ grows: Bool) throws {
    let folder = try Folder()
    let source = try DatasetFolder(folder.path)
    var reader = try source.makeReader()
    try reader.read(0..<1) { _ in }
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: name))
    if grows {
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("\n".utf8))
    } else {
      try handle.truncate(atOffset: 30)
    }
    try handle.close()
    let error = #expect(throws: InputError.self) { try reader.read(1..<2) { _ in } }
    #expect(error?.description == "\(name): cannot be read: it changed while it was being read")
  }

  @Test func folderInsteadOfFile() throws {
    let folder = try Folder(["outcomes.csv": Data?.none])
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "outcomes.csv"), withIntermediateDirectories: true)
    let error = #expect(throws: InputError.self) { try DatasetFolder(folder.path) }
    #expect(error?.description == "outcomes.csv: cannot be read: Is a directory")
  }
}
