import AdherenceAnalytics
import Foundation
import Scheduling
import Storage
import Testing
import StoreChecks
import TestSampling
import TestSupport

@testable import SQLiteStore

/// Erasures of several patients that are interrupted at any step.
@Suite struct ErasureStepsTests {
  private let file = TemporaryFile()
  private static let all = ["ann", "ben", "carl", "dora"]

  private func fill() async throws -> SQLiteStore {
    let store = try file.open()
    for id in ErasureStepsTests.all {
      try await store.apply(CareRecord.rich(id: id).changes)
    }
    return store
  }

  /// Copies the file and its log, as a killed program leaves them.
  private func copy(to name: String) throws {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
      try FileManager.default.copyItem(
        atPath: file.path + suffix, toPath: file.path(name) + suffix)
    }
  }

  @Test(.exhaustive) func killedErasureIsCompletedByRepeatingIt() async throws {
    var steps = 0
    let chosen = ["ann", "carl"]
    let absent = try await fill().eraseAtOnce(patients: chosen) {
      try copy(to: "step\(steps)")
      steps += 1
    }
    #expect(absent.isEmpty && steps == 5)
    var seen: Set<Int> = []
    for step in 0..<steps {
      let path = file.path("step\(step)")
      let found = try SQLiteStore(path, access: .readOnly).snapshot().patientIDs
      #expect(found == ErasureStepsTests.all || found == ["ben", "dora"], "\(step)")
      seen.insert(found.count)
      let store = try SQLiteStore(path)
      let absent = try store.eraseAtOnce(patients: chosen) {}
      #expect(absent == (found.count == 2 ? chosen : []), "\(step)")
      #expect(try store.snapshot().patientIDs == ["ben", "dora"] && store.verify().isEmpty)
      for suffix in ["", "-wal"] {
        let bytes = FileManager.default.contents(atPath: path + suffix) ?? Data()
        #expect(!bytes.contains("carl"), "\(step)\(suffix)")
      }
      #expect(try store.eraseAtOnce(patients: chosen) {} == chosen)
    }
    #expect(seen == [2, 4])
  }

  @Test func failureAtAnyStepLeavesAllOrNone() async throws {
    struct Failure: Error {}
    let store = try await fill()
    for failing in 0..<4 {
      var step = 0
      #expect(throws: Failure.self) {
        try store.eraseAtOnce(patients: ["ann", "carl"]) {
          if step == failing { throw Failure() }
          step += 1
        }
      }
      #expect(try store.snapshot().patientIDs == ErasureStepsTests.all, "\(failing)")
    }
  }

  @Test func unknownIDErasesNoPatient() async throws {
    let store = try await fill()
    try store.eraseAtOnce(patient: "ann")
    #expect(throws: StoreError.noSuch(.patient("nobody"))) {
      try store.eraseAtOnce(patients: ["ann", "ben", "nobody"]) {}
    }
    #expect(try store.snapshot().patientIDs == ["ben", "carl", "dora"])
    #expect(try store.eraseAtOnce(patients: ["ann", "ben"]) {} == ["ann"])
    // A patient who was added again can be erased again.
    try await store.apply(CareRecord.rich(id: "ann").changes)
    #expect(try store.eraseAtOnce(patients: ["ann", "ben"]) {} == ["ben"])
    #expect(try store.snapshot().patientIDs == ["carl", "dora"])
  }

  /// Ids are compared by canonical equivalence, and digests of two stores are unrelated.
  @Test func erasedIDsAreKeptOnlyAsDigests() async throws {
    let first = ErasedIDs(salt: 1).digests(of: ["\u{E9}va"])
    #expect(first.count == 16 && first == ErasedIDs(salt: 1).digests(of: ["e\u{301}va"]))
    #expect(first != ErasedIDs(salt: 2).digests(of: ["\u{E9}va"]))
    #expect(throws: StoreError.self) {
      _ = try ErasedIDs(salt: 2, digests: [first]).partition(["\u{E9}va"]) { _ in nil }
    }
    let known = ErasedIDs(salt: 1, digests: [first + first])
    #expect(try known.partition(["e\u{301}va"]) { _ in nil }.erased == ["e\u{301}va"])
  }
}
