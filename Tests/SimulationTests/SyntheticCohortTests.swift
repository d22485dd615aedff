import AdherenceAnalytics
import Diagnostics
import PlainWords
import Scheduling
import Testing

@testable import Simulation

@Suite struct SyntheticCohortTests {
  @Test func simple() throws {
    let cohort = try SyntheticCohort(patients: 1_000, days: 365, seed: 7)
    var reader = cohort.makeReader()
    var places: [String] = []
    try reader.read(0..<10) { entry in places.append(entry.record.patient.id) }
    #expect(places == Array(cohort.patientIDs[0..<10]))
    #expect(places.last == "P0000009")
    #expect(cohort.patientIDs == cohort.patientIDs.sorted())
  }

  /// Two concurrent readers that read blocks in any order give the same records as one.
  @Test func anyOrderAndNumberOfReaders() async throws {
    let cohort = try SyntheticCohort(patients: 120, days: 200, seed: 3)
    let whole = try records(of: cohort, [0..<120])
    let blocks = stride(from: 0, to: 120, by: 8).map { $0..<$0 + 8 }.shuffled()
    let halves = [Array(blocks.prefix(7)), Array(blocks.dropFirst(7))]
    let found = try await withThrowingTaskGroup(of: [CareRecord].self) { group in
      for half in halves { group.addTask { try records(of: cohort, half) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(found.sorted { $0.patient.id < $1.patient.id } == whole)
  }

  @Test func smallCohortIsPrefixOfLargeOne() throws {
    let small = try SyntheticCohort(patients: 20, days: 90, seed: 11)
    let large = try SyntheticCohort(patients: 5_000, days: 90, seed: 11)
    #expect(try records(of: small, [0..<20]) == records(of: large, [0..<20]))
  }

  @Test func otherSeedGivesOtherCohort() throws {
    let one = try SyntheticCohort(patients: 20, days: 90, seed: 1)
    let other = try SyntheticCohort(patients: 20, days: 90, seed: 2)
    for (a, b) in zip(try records(of: one, [0..<20]), try records(of: other, [0..<20])) {
      #expect(a.outcomes != b.outcomes || a.outcomes.isEmpty)
    }
  }

  /// The result must be identical on every machine.
  @Test func checksum() throws {
    let cohort = try SyntheticCohort(patients: 60, days: 400, seed: 2025)
    var sum = Checksum()
    for record in try records(of: cohort, [0..<60]) { sum.add(record) }
    #expect(sum.hash == 16_749_313_251_302_720_227)
  }

  /// Rates are equal in the first and second half, and on Sundays and Mondays.
  @Test func steadyCohortDoesNotChange() throws {
    let cohort = try SyntheticCohort(patients: 200, days: 200, seed: 9, steadyRate: 800)
    let middle = cohort.range.lowerBound.adding(days: 120)
    var (due, done) = ([0, 0, 0, 0], [0, 0, 0, 0])
    for record in try records(of: cohort, [0..<200]) {
      for (half, range) in [
        cohort.range.lowerBound..<middle, middle..<cohort.range.upperBound,
      ].enumerated() {
        let query = AdherenceQuery(range, by: .day)
        let adherence = record.adherence(query)
        let series = try #require(adherence.tasks.first { $0.task == "medication" })
        for (span, period) in zip(adherence.spans, series.periods) {
          let place = 2 * half + ([.saturday, .sunday].contains(span.start.weekday) ? 1 : 0)
          due[place] += period.due
          done[place] += period.done
        }
      }
    }
    for (due, done) in zip(due, done) {
      #expect(abs(Double(done) / Double(due) - 0.8) < 0.01, "\(done) of \(due)")
    }
    #expect(throws: InputError.self) {
      try SyntheticCohort(patients: 1, days: 2, seed: 1, steadyRate: 996)
    }
  }

  @Test(arguments: [(0, 10), (10, 0), (-1, 1), (10_000_001, 1), (1, 36_526)])
  func outOfRange(patients: Int, days: Int) {
    #expect(throws: InputError.self) {
      try SyntheticCohort(patients: patients, days: days, seed: 1)
    }
  }

  @Test func endOfCalendar() throws {
    let last = CivilDate.last
    #expect(throws: InputError.self) {
      try SyntheticCohort(patients: 1, days: 2, seed: 1, from: last)
    }
  }

  @Test(arguments: [1, 2, 6, 7, 27, 28, 29, 700]) func anyNumberOfDays(_ days: Int) throws {
    let cohort = try SyntheticCohort(patients: 200, days: days, seed: 5)
    for record in try records(of: cohort, [0..<200]) {
      let zone = record.patient.zone
      let from = zone.firstInstant(atOrAfter: CivilDateTime(date: cohort.range.lowerBound))
      let to = zone.firstInstant(atOrAfter: CivilDateTime(date: cohort.range.upperBound))
      for outcome in record.outcomes {
        let time = try #require(outcome.time)
        #expect(from.adding(seconds: -86_400) <= time && time < to)
      }
      #expect(try cohort.range.contains(#require(record.patient.start)))
    }
  }

  private func records(of cohort: SyntheticCohort, _ blocks: [Range<Int>]) throws -> [CareRecord] {
    var reader = cohort.makeReader()
    var records: [CareRecord] = []
    for block in blocks { try reader.read(block) { records.append($0.record) } }
    return records
  }
}

/// FNV-1a over the content of records.
private struct Checksum {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 + [10] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func add(_ record: CareRecord) {
    let patient = record.patient
    add("\(patient.id),\(patient.zone.id),\(patient.group ?? ""),\(patient.sex?.rawValue ?? "")")
    add("\(patient.birthDate?.description ?? ""),\(patient.start?.description ?? "")")
    for task in record.tasks {
      add("\(task.id),\(task.matching),\(task.minWait ?? 0),\(task.schedule.summary)")
      add("\(task.effectiveFrom?.description ?? ""),\(task.recordedAt?.description ?? "")")
    }
    for hold in record.holds { add("\(hold.from),\(hold.to?.description ?? "")") }
    for outcome in record.outcomes {
      add("\(outcome.task),\(outcome.key?.description ?? ""),\(outcome.time?.description ?? "")")
      add("\(outcome.status),\(outcome.values)")
    }
  }
}
