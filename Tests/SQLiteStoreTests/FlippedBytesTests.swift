import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
@testable import StoreChecks
import TestSampling
import TestSupport
import Testing

/// A changed byte of a store causes an error, a problem, or the same records as before.
@Suite struct FlippedBytesTests {
  private let file = TemporaryFile()

  /// The effect of a changed byte.
  private enum Answer: Hashable {
    case error, problem, same, other
  }

  /// Whole records, plans only, and patients of a group, each of which reads another part of the
  /// file.
  private static let queries: [CareQuery] = {
    var grouped = CareQuery()
    grouped.patients.groups = ["arm A"]
    return [CareQuery(), CareQuery(kinds: [.task, .hold, .carePlan, .contact]), grouped]
  }()

  private func makeStore() throws -> [UInt8] {
    var records = try ["ann", "ben", "zoë"].map { try CareRecord.rich(id: $0) }
    for index in records.indices {
      for number in 0..<40 {
        var outcome = Outcome(
          task: "tablet", time: Instant(seconds: 1_740_000_000 + Int64(number) * 86_400))
        if number.isMultiple(of: 3) { outcome.values = [OutcomeValue(.number(0.5), units: "mg")] }
        if number.isMultiple(of: 7) { outcome.values = [OutcomeValue(.boolean(true))] }
        records[index].outcomes.append(outcome)
      }
    }
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(records))
    try store.file.connect(for: .writing).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try [UInt8](Data(contentsOf: URL(filePath: file.path)))
  }

  private func records(_ path: String, _ query: CareQuery) throws -> [CareRecord]? {
    let snapshot = try SQLiteStore(path, access: .readOnly).snapshot(query, readers: 1)
    let entries = try snapshot.entries()
    let isWhole = snapshot.problems.isEmpty && entries.allSatisfy(\.problems.isEmpty)
    return isWhole ? entries.map(\.record) : nil
  }

  private func answer(_ path: String, _ query: CareQuery, _ expected: [CareRecord]?) -> Answer {
    do {
      guard let records = try records(path, query) else { return .problem }
      return records == expected ? .same : .other
    } catch {
      return .error
    }
  }

  /// Changes bytes of a store one at a time and counts the effects.
  ///
  /// It changes one in `share` of the non-zero bytes, and one in 64 times as many of the zeros.
  private func flip(_ bytes: [UInt8], oneIn share: Int, seed: UInt64) throws -> (
    answers: [Answer: Int], others: [String]
  ) {
    var world = try World(seed: seed)
    let path = file.path("flipped")
    try Data(bytes).write(to: URL(filePath: path))
    let expected = try Self.queries.map { try records(path, $0) }
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    defer { try? handle.close() }
    var (answers, others): ([Answer: Int], [String]) = ([:], [])
    for place in bytes.indices {
      guard world.isTrue(oneIn: bytes[place] == 0 ? share * 64 : share) else { continue }
      let flipped =
        bytes[place]
        ^ UInt8(world.isTrue(oneIn: 2) ? 1 << world.number(0...7) : world.number(1...255))
      try write(flipped, at: place, handle)
      for (query, expected) in zip(Self.queries, expected) {
        let answer = answer(path, query, expected)
        answers[answer, default: 0] += 1
        if answer == .other { others.append("byte \(place): \(bytes[place]) to \(flipped)") }
      }
      try write(bytes[place], at: place, handle)
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
    return (answers, others)
  }

  private func write(_ byte: UInt8, at place: Int, _ handle: FileHandle) throws {
    try handle.seek(toOffset: UInt64(place))
    try handle.write(contentsOf: [byte])
  }

  /// The inverse of the share of bytes that are changed; `FLIPS=1` changes all of them.
  private static let share =
    ProcessInfo.processInfo.environment["FLIPS"].flatMap { Int($0) } ?? (isExhaustive ? 96 : 640)

  @Test(arguments: (1...2).sampled(1)) func neverChangeResultsSilently(seed: UInt64) throws {
    let (answers, others) = try flip(try makeStore(), oneIn: Self.share, seed: seed)
    #expect(others.isEmpty, "\(others.prefix(10))")
    #expect(answers[.error, default: 0] > 5 && answers[.problem, default: 0] > 5, "\(answers)")
  }

  /// Without checksums some changes are not detected, which shows that checksums detect them.
  @Test func areFoundByChecksums() throws {
    _ = try makeStore()
    try file.open().file.tamper("UPDATE store SET revision = revision")
    try file.open().file.connect(for: .writing).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: file.path)))
    let (answers, _) = try flip(bytes, oneIn: isExhaustive ? 96 : 240, seed: 3)
    #expect(answers[.other, default: 0] > (isExhaustive ? 2 : 0), "\(answers)")
  }
}
