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

@Suite struct SQLiteSnapshotTests {
  private let file = TemporaryFile()

  private func record(_ id: String, outcomes: Int = 3) -> CareRecord {
    var record = CareRecord(
      patient: Patient(id: id, zone: .utc), tasks: [CareTask(id: "a", schedule: Schedule([]))])
    record.outcomes = OutcomeTable(
      (0..<outcomes).map { Outcome(task: "a", time: Instant(seconds: Int64($0))) })
    return record
  }

  @Test(arguments: (1...12 as ClosedRange<UInt64>).sampled(4))
  func equalsStoreInMemory(seed: UInt64) async throws {
    var world = try World(seed: seed)
    let memory = try MemoryStore(world.records)
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(world.records.shuffled(using: &world)))
    for number in 0..<24 {
      let query =
        switch number % 4 {
        case 0: try world.filteringQuery()
        case 1: try world.sortingQuery()
        case 2: try world.limitingQuery()
        default: try world.rangingQuery()
        }
      let expected = Array(await memory.records(matching: query))
      let snapshot = try store.snapshot(query)
      #expect(snapshot.patientIDs == expected.map(\.patient.id))
      #expect(try snapshot.records == expected, "\(query)")
      #expect(try await store.allRecords(query) == expected, "\(query)")
    }
  }

  @Test func survivesClosing() async throws {
    let records = try ["b", "a", "c"].map { try CareRecord.rich(id: $0) }
    try await file.open().apply(records.flatMap(\.changes))
    let store = try file.open(.readOnly)
    #expect(try await store.allRecords() == records.sorted { $0.patient.id < $1.patient.id })
    #expect(
      try await file.open().allRecords(CareQuery(patients: PatientQuery(ids: ["b"]))) == [
        records[0]
      ])
  }

  @Test func ordersPatientsLikeSwift() async throws {
    let ids = ["e\u{301}a", "éb", "z", "Z", "e", "f", "\u{212B}", "A\u{30A}b", "", "😀", "\u{FB01}"]
    let store = try file.open()
    for id in ids { try await store.add(.patient(Patient(id: id, zone: .utc))) }
    #expect(try store.snapshot().patientIDs == ids.sorted())
    await #expect(throws: StoreError.duplicate(.patient("\u{C5}"))) {
      try await store.add(.patient(Patient(id: "\u{C5}", zone: .utc)))
    }
    let chosen = CareQuery(patients: PatientQuery(ids: ["e\u{301}b", "nobody", "\u{E9}a"]))
    #expect(try store.snapshot(chosen).patientIDs == ["éa", "éb"])
  }

  @Test func findsOutcomesWithIDInOtherSpelling() async throws {
    let store = try file.open()
    var outcome = Outcome(task: "a", time: .earliest)
    outcome.id = "e\u{301}"
    try await store.apply(record("ann").changes + [.add(.outcome(outcome, of: "ann"))])
    outcome.id = "\u{E9}"
    await #expect(throws: StoreError.duplicate(CareIdentity(.outcome, "é", of: "ann"))) {
      try await store.add(.outcome(outcome, of: "ann"))
    }
  }

  @Test func doesNotChangeDuringWrites() async throws {
    let writer = try file.open()
    let records = ["b", "d", "f"].map { record($0) }
    try writer.load(contentsOf: ListedRecords(records))
    let store = try file.open(.readOnly)
    let snapshot = try store.snapshot(readers: 2)
    var early = try snapshot.makeReader()
    try early.read(0..<1) { #expect($0.record == records[0]) }
    try writer.load(contentsOf: ListedRecords([record("c"), record("d", outcomes: 9)]))
    try await writer.add(.patient(Patient(id: "a", zone: .utc)))
    // No connections are left for the last three readers.
    for _ in 0..<5 {
      var found: [CareRecord] = []
      var reader = try snapshot.makeReader()
      try reader.read(0..<3) { found.append($0.record) }
      #expect(found == records)
    }
    #expect(snapshot.patientIDs == ["b", "d", "f"])
    #expect(try store.snapshot().patientIDs == ["a", "b", "c", "d", "f"])
    #expect(try store.snapshot().entries()[3].record.outcomes.count == 9)
  }

  @Test func mayBeReadByManyDuringWrites() async throws {
    let writer = try file.open()
    let records = (0..<60).map { record("P\(100 + $0)", outcomes: $0 * 7 % 50) }
    try writer.load(contentsOf: ListedRecords(records))
    let snapshot = try file.open(.readOnly).snapshot(readers: 3)
    try await withThrowingTaskGroup(of: [CareRecord].self) { group in
      for share in 0..<6 {
        group.addTask {
          var found: [CareRecord] = []
          var reader = try snapshot.makeReader()
          try reader.read(share * 10..<share * 10 + 10) { found.append($0.record) }
          return found
        }
      }
      group.addTask {
        for number in 0..<20 {
          try await writer.apply(self.record("N\(number)").changes)
          let outcome = Outcome(task: "a", time: .latest)
          try await writer.add(.outcome(outcome, of: "P\(100 + number)"))
        }
        return []
      }
      var found: [CareRecord] = []
      for try await share in group { found += share }
      #expect(found.sorted { $0.patient.id < $1.patient.id } == records)
    }
    #expect(try writer.snapshot().patientIDs.count == 80)
  }

  @Test func partitionsHaveWholePatients() throws {
    let store = try file.open()
    try store.load(contentsOf: ListedRecords((0..<50).map { record("P\($0)") }))
    var found: [String] = []
    for index in 0..<7 {
      var query = CareQuery()
      query.partition = Partition(index, of: 7)
      let share = try store.snapshot(query)
      #expect(share.patientIDs.allSatisfy(Partition(index, of: 7).contains))
      #expect(try share.records.map(\.outcomes.count) == share.patientIDs.map { _ in 3 })
      found += share.patientIDs
    }
    #expect(try found.sorted() == store.snapshot().patientIDs)
  }

  @Test func readerIsUsableAfterErrorOfCaller() throws {
    let store = try file.open()
    try store.load(contentsOf: ListedRecords((0..<5).map { record("P\($0)") }))
    var reader = try store.snapshot().makeReader()
    #expect(throws: InputError.self) {
      try reader.read(0..<5) { (entry) throws(InputError) in
        if entry.record.patient.id == "P2" { throw InputError(.missing) }
      }
    }
    var count = 0
    try reader.read(1..<5) { _ in count += 1 }
    #expect(count == 4)
  }

  @Test func readsManyOutcomesOfOnePatient() async throws {
    let store = try file.open()
    var ann = record("ann", outcomes: 100_000)
    ann.outcomes[77_777].values = [OutcomeValue(.text("x")), OutcomeValue(.number(2), units: "mg")]
    ann.outcomes[88_888].values = [OutcomeValue(.boolean(false))]
    ann.outcomes[99_999].id = "last"
    try store.load(contentsOf: ListedRecords([ann, record("bob")]))
    #expect(try await store.allRecords() == [ann, record("bob")])
    ann.outcomes.append(Outcome(task: "a", time: .latest))
    try await store.add(.outcome(ann.outcomes[100_000], of: "ann"))
    var last = ann.outcomes[99_999]
    last.recordedAt = .latest
    last.time = nil
    last.key = OccurrenceKey(element: "e", nominal: .first, isSecondPass: true)
    try await store.update(.outcome(last, of: "ann"))
    ann.outcomes.append(last)
    #expect(try store.snapshot().entries()[0].record == ann)
  }

  @Test func keepsNonfiniteNumbers() async throws {
    let store = try file.open()
    let contents: [OutcomeValue.Content] = [.number(.nan), .number(.infinity), .number(-1)]
    var ann = record("ann")
    ann.outcomes = OutcomeTable(
      contents.map { Outcome(task: "a", time: .earliest, values: [OutcomeValue($0)]) })
    try await store.apply(ann.changes)
    let found = try await store.allRecords()[0].outcomes.map(\.values[0].content)
    guard case .number(let first) = found[0] else { throw InputError(.missing) }
    #expect(first.isNaN && found[1...] == contents[1...])
  }
}
