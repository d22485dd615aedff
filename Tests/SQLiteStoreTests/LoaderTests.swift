import AdherenceAnalytics
@testable import SQLiteStore
@testable import Storage
import Diagnostics
import Scheduling
import StoreChecks
import TestSupport
import Testing

@Suite struct LoaderTests {
  private let file = TemporaryFile()

  private struct Stop: Error {}

  /// Returns records with all fields, with values in compact rows and others, and without outcomes.
  private func cohort(_ count: Int) throws -> [CareRecord] {
    try (0..<count).map { number in
      let id = "P\(1000 + number)"
      var record = try number.isMultiple(of: 3) ? CareRecord.rich(id: id) : plain(id)
      if number.isMultiple(of: 5) { record.outcomes = [] }
      return record
    }
  }

  private func plain(_ id: String) -> CareRecord {
    var record = CareRecord(
      patient: Patient(id: id, zone: .utc),
      tasks: ["a", "b"].map { CareTask(id: $0, schedule: Schedule([])) })
    for number in 0..<20 {
      let time = Instant(seconds: Int64(number / 2) * 3600)
      let value = OutcomeValue(.number(Double(number)), units: "mg")
      record.outcomes.append(
        Outcome(
          task: number.isMultiple(of: 3) ? "a" : "b", time: time,
          values: number.isMultiple(of: 4) ? [value] : []))
    }
    return record
  }

  @Test func keepsLoadedRecords() async throws {
    let records = try cohort(30)
    let store = try file.open()
    let report = try store.load(contentsOf: ListedRecords(records))
    #expect(try await store.allRecords() == records)
    #expect(report.added.patients == records.reduce(0) { $0 + $1.patients.count })
    #expect(report.added.outcomes == records.reduce(0) { $0 + $1.outcomes.count })
    #expect(report.read.outcomes.read == report.added.outcomes)
    #expect(report.known.total == 0 && report.refused.total == 0 && report.problemCount == 0)
  }

  @Test func changesNothingOnSecondLoad() async throws {
    let records = try cohort(20)
    let store = try file.open()
    let first = try store.load(contentsOf: ListedRecords(records))
    let second = try store.load(contentsOf: ListedRecords(records))
    #expect(try await store.allRecords() == records)
    #expect(second.added.total == 0)
    #expect(second.known == first.added)
    #expect(second.refused.total == 0)
  }

  @Test func completesInterruptedLoad() async throws {
    let records = try cohort(200)
    let store = try file.open()
    #expect(throws: InputError.self) {
      try store.load(contentsOf: ListedRecords(records, failsBefore: 120))
    }
    let whole = try await store.allRecords()
    #expect(whole == Array(records.prefix(whole.count)))
    try store.load(contentsOf: ListedRecords(records))
    #expect(try await store.allRecords() == records)
  }

  @Test func keepsBatchesWrittenBeforeCancellation() async throws {
    let records = (0..<6).map { plain("P\($0)") }
    let store = try file.open()
    #expect(throws: Stop.self) {
      let writer = try RecordWriter(store.file.connect(for: .loading))
      try Loader(writer, batch: 40).load(ListedRecords(records)) { progress in
        #expect(progress.allPatients == 6)
        #expect(progress.outcomes == progress.patients * 20)
        if progress.patients == 4 { throw Stop() }
      }
    }
    #expect(try store.snapshot().patientIDs == ["P0", "P1", "P2", "P3"])
    #expect(try store.info().revision == 2)
    let report = try store.load(contentsOf: ListedRecords(records))
    #expect(report.known.outcomes == 80 && report.added.outcomes == 40)
    #expect(try await store.allRecords() == records)
  }

  @Test func appendsNewRecordsOfKnownPatients() async throws {
    var record = plain("ann")
    let store = try file.open()
    try store.load(contentsOf: ListedRecords([record]))
    let same = record.outcomes[3]
    var walk = CareTask(id: "walk", schedule: Schedule([]))
    walk.recordedAt = Instant(seconds: 50)
    record.tasks.append(walk)
    record.outcomes.append(Outcome(task: "walk", time: Instant(seconds: 9)))
    record.outcomes.append(same)
    let report = try store.load(contentsOf: ListedRecords([record]))
    #expect(report.added.tasks == 1 && report.added.outcomes == 2 && report.known.outcomes == 20)
    #expect(try await store.allRecords() == [record])
  }

  @Test func findsExistingRecordsInAnyOrder() async throws {
    var record = try CareRecord.rich(id: "ann")
    record.outcomes += plain("ann").outcomes.map { outcome in
      var outcome = outcome
      outcome.task = "tablet"
      return outcome
    }
    let store = try file.open()
    try store.load(contentsOf: ListedRecords([record]))
    var turned = record
    turned.outcomes = OutcomeTable(record.outcomes.reversed())
    turned.holds.reverse()
    let report = try store.load(contentsOf: ListedRecords([turned]))
    #expect(report.added.total == 0)
    #expect(try await store.allRecords() == [record])
  }

  @Test func rejectsContradictionsAndContinues() async throws {
    var record = plain("ann")
    record.tasks[0].recordedAt = Instant(seconds: 1_000)
    let store = try file.open()
    try store.load(contentsOf: ListedRecords([record]))
    var earlier = record.tasks[0]
    earlier.recordedAt = Instant(seconds: 500)
    var impossible = CareTask(id: "impossible", schedule: Schedule([]))
    impossible.schedule.elements = ["e", "e"].map {
      ScheduleElement($0, on: CivilDate(dayNumber: 0))
    }
    var grown = record
    grown.tasks += [earlier, impossible, CareTask(id: "c", schedule: Schedule([]))]
    grown.outcomes.append(Outcome(task: "impossible", time: .earliest))
    grown.outcomes.append(Outcome(task: "c", time: .earliest))
    let report = try store.load(contentsOf: ListedRecords([grown, plain("bob")]))
    #expect(report.refused.tasks == 2 && report.refused.outcomes == 1)
    #expect(report.problemCount == 3 && report.problems.count == 3)
    record.tasks.append(grown.tasks[4])
    record.outcomes.append(Outcome(task: "c", time: .earliest))
    #expect(try await store.allRecords() == [record, plain("bob")])
  }

  @Test func rejectsRecordsOfNewPatientsWithoutTask() async throws {
    var record = plain("ann")
    record.tasks.removeLast()
    record.tasks[0].scoring = .custom(CustomScoring("most") { _, _ in 1 })
    record.tasks.append(CareTask(id: "c", schedule: Schedule([])))
    record.outcomes.append(Outcome(task: "c", time: .earliest))
    let store = try file.open()
    let report = try store.load(contentsOf: ListedRecords([record]))
    #expect(report.refused.tasks == 1 && report.refused.outcomes == 20)
    #expect(report.problems.map(\.problem.kind) == ["unsupported", "unknownTask", "unknownTask"])
    #expect(
      try await store.allRecords().map { Array($0.outcomes) } == [
        [Outcome(task: "c", time: .earliest)]
      ])
  }

  @Test func boundsNumberOfProblems() throws {
    let records = (0..<700).map { number in
      var record = CareRecord(patient: Patient(id: "\(number)", zone: .utc))
      record.outcomes = [
        Outcome(task: "x", time: .earliest), Outcome(task: "y", time: .earliest),
      ]
      return record
    }
    let report = try file.open().load(contentsOf: ListedRecords(records))
    #expect(report.problemCount == 1400 && report.problems.count == LoadReport.problemLimit)
  }
}
