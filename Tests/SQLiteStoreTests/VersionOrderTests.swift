import AdherenceAnalytics
import Diagnostics
import SQLiteStore
import Scheduling
import TestSampling
import TestSupport
import Testing

/// The order of versions in a source does not matter: `recordedAt` orders them.
@Suite struct VersionOrderTests {
  @Test(arguments: Array(1...2_000 as ClosedRange<UInt64>).sampled(15))
  func anyOrderGivesTheSameRecord(seed: UInt64) async throws {
    var versions = Versions(seed: seed)
    let all = versions.outcomes()
    let cut = versions.number(0...all.count)
    let file = TemporaryFile()
    let store = try file.open()
    for part in [all[..<cut], all[cut...]] {
      let added = part.shuffled(using: &versions.random)
      let report = try store.load(contentsOf: ListedRecords([Versions.record(added)]))
      #expect(
        report.refused.total == 0 && report.added.outcomes == part.count, "\(report.problems)")
    }
    let stored = try #require(try await store.allRecords().first)
    let cutoffs = (0...all.count).map { Instant(seconds: Int64($0)) }
    for cutoff in cutoffs.map(Optional.some) + [nil] {
      let known = try #require(stored.known(at: cutoff))
      let definition = Dictionary(
        grouping: all.filter { $0.recordedAt ?? .earliest <= cutoff ?? .latest }, by: \.id
      ).compactMap(\.value.last).filter { !$0.isDeleted }
      #expect(Set(known.outcomes) == Set(definition))
    }
  }

  /// A later change follows the version that was recorded last, wherever it is stored.
  @Test func changesFollowTheLastRecordedVersion() async throws {
    let (first, last) = (Versions.outcome(1), Versions.outcome(3))
    let file = TemporaryFile()
    let store = try file.open()
    try store.load(contentsOf: ListedRecords([Versions.record([last, first])]))
    let between = try store.load(
      contentsOf: ListedRecords([Versions.record([Versions.outcome(2)])]))
    #expect(between.refused.outcomes == 1 && between.problems[0].description.contains("recorded"))
    let after = try store.load(contentsOf: ListedRecords([Versions.record([Versions.outcome(4)])]))
    #expect(after.added.outcomes == 1 && after.refused.total == 0)
  }
}

/// Random versions of a few outcomes, one recorded at each second.
private struct Versions: Drawing {
  var random: Seeded

  init(seed: UInt64) { random = Seeded(state: seed) }

  static func outcome(_ second: Int) -> Outcome {
    var outcome = Outcome(task: "tablet", time: Instant(seconds: Int64(second) * 3600))
    outcome.id = "a"
    outcome.recordedAt = Instant(seconds: Int64(second))
    return outcome
  }

  /// The versions in order of recording.
  mutating func outcomes() -> [Outcome] {
    (0..<number(0...12)).map { second in
      var outcome = Versions.outcome(second)
      outcome.id = "\(number(1...3))"
      outcome.isDeleted = isTrue(oneIn: 4)
      return outcome
    }
  }

  static func record(_ outcomes: [Outcome]) -> CareRecord {
    CareRecord(
      patient: Patient(id: "ann", zone: .utc),
      tasks: [CareTask(id: "tablet", schedule: Schedule([]))], outcomes: outcomes)
  }
}
