import AdherenceAnalytics
import Scheduling
import Testing

@testable import Simulation

/// The article on the model, compared with two thousand patients.
@Suite struct TraitsTests {
  private static let patients = 2_000
  private static let drawn = Result { try draw() }
  private let traits: [Traits]
  private let records: [CareRecord]

  init() throws { (traits, records) = try Self.drawn.get() }

  private static func draw() throws -> ([Traits], [CareRecord]) {
    let cohort = try SyntheticCohort(patients: patients, days: 200, seed: 20_251_121)
    let traits = (0..<patients).map { place in
      var random = RandomNumbers(seed: cohort.seed, stream: UInt64(place))
      return Traits(in: cohort.range, zones: cohort.zones, &random)
    }
    var records: [CareRecord] = []
    var reader = cohort.makeReader()
    try reader.read(0..<patients) { records.append($0.record) }
    return (traits, records)
  }

  /// Returns whether a count is within five standard deviations of its expectation.
  private func agrees(_ count: Int, _ perMille: Int, of all: Int = Self.patients) -> Bool {
    let share = Double(perMille) / 1000
    let deviation = (Double(all) * share * (1 - share)).squareRoot()
    return abs(Double(count) - Double(all) * share) <= 5 * deviation
  }

  @Test func sharesOfThePlan() {
    #expect(agrees(records.count { $0.patient.group == "reminder" }, 500))
    #expect(agrees(records.count { $0.patient.sex == .female }, 515))
    #expect(agrees(records.count { $0.patient.zone.id.hasPrefix("America/New_York") }, 350))
    #expect(agrees(records.count { $0.patient.zone.id.hasPrefix("Australia/Sydney") }, 20))
    #expect(agrees(records.count { $0.patient.zone.id.contains(";") }, 40))
    #expect(agrees(records.count { $0.holds.count == 1 }, 80))
    #expect(agrees(records.count { $0.tasks.count == 4 }, 150))
    #expect(records.allSatisfy { 3...4 ~= $0.tasks.count && $0.holds.count < 2 })
    #expect(agrees(records.count { $0.tasks[0].matching == .window }, 150))
    #expect(agrees(records.count { $0.tasks[0].matching == .nearest }, 100))
    #expect(agrees(records.count { !$0.tasks[0].schedule.elements[0].times.isEmpty }, 500))
  }

  @Test func sharesOfAdherence() {
    #expect(agrees(records.count(where: \.outcomes.isEmpty), 40))
    let begun = traits.filter(\.adherence.isInitiated)
    #expect(agrees(begun.count { $0.adherence.dropOut != nil }, 200, of: begun.count))
    #expect(agrees(traits.count { $0.adherence.firstRate >= 930 }, 550))
    #expect(agrees(traits.count { $0.adherence.firstRate < 780 }, 150))
    let weeks = traits.reduce(0) { $0 + ($1.followUp + 27) / 28 }
    #expect(agrees(traits.reduce(0) { $0 + $1.adherence.holidays.count }, 60, of: weeks))
  }

  /// Of keyed medication on ordinary days, the shares of doses taken and of refusals match the
  /// rates.
  @Test func sharesOfOutcomes() {
    var (variance, expected) = (0.0, 0.0)
    var (taken, missed, refused) = (0, 0, 0)
    for (traits, record) in zip(traits, records) {
      guard case .keyed = traits.recording, traits.journey == nil, traits.edit == nil else {
        continue
      }
      let days = traits.adherence.rates(
        days: traits.followUp, weekday: traits.enrolment.weekday.rawValue, hold: traits.hold)
      let each = traits.regimen.isTwiceDaily ? 2 : 1
      let rates = days.dropLast(2).filter { $0 >= 0 }.map { Double($0) / 1000 }
      expected += rates.reduce(0) { $0 + Double(each) * $1 }
      variance += rates.reduce(0) { $0 + Double(each) * $1 * (1 - $1) }
      let last = traits.enrolment.adding(days: traits.followUp - 2)
      let doses = record.outcomes.filter { outcome in
        outcome.task == "medication" && outcome.key.map { $0.nominal.date < last } ?? false
      }
      let done = doses.count { $0.status == .completed }
      taken += done
      missed += each * rates.count - done
      refused += doses.count - done
    }
    #expect(abs(Double(taken) - expected) <= 5 * variance.squareRoot())
    #expect(missed > 10_000)
    #expect(agrees(refused, 80, of: missed))
  }

  /// Every key is an occurrence of its plan; an outcome without a key is from a device or a
  /// repeated dose.
  @Test func keysAreOccurrences() {
    var (keyed, extra) = (0, 0)
    for (traits, record) in zip(traits, records).prefix(400) {
      #expect(record.orphans.isEmpty)
      guard case .keyed = traits.recording else {
        #expect(record.outcomes.allSatisfy { ($0.key == nil) == ($0.task == "medication") })
        continue
      }
      #expect(record.outcomes.allSatisfy { $0.key != nil || $0.task == "medication" })
      keyed += record.outcomes.count { $0.task == "medication" && $0.key != nil }
      extra += record.outcomes.count { $0.key == nil }
    }
    #expect(0.004...0.008 ~= Double(extra) / Double(keyed))
  }

  /// There are no records after discontinuation, in gaps and during holds.
  @Test func noOutcomesAfterDropOut() {
    for (traits, record) in zip(traits, records) {
      let rates = traits.adherence.rates(
        days: traits.followUp, weekday: traits.enrolment.weekday.rawValue, hold: traits.hold)
      let days = record.outcomes.compactMap(\.key).map { $0.nominal.date - traits.enrolment }
      #expect(days.allSatisfy { rates[$0] >= 0 })
      #expect(days.allSatisfy { $0 < traits.adherence.dropOut ?? .max })
    }
  }

  /// The two versions of an edited plan meet at the edit, and outcomes follow each in its time.
  @Test func edits() throws {
    for record in records where record.tasks.count == 4 {
      let day = try #require(record.tasks[1].effectiveFrom).civil(in: .utc).date
      let times = record.tasks.prefix(2).map(\.schedule.elements[0]).map { element in
        Set(element.times + [element.start.civil(in: .utc).time])
      }
      #expect(times[0] != times[1])
      for outcome in record.outcomes where outcome.task == "medication" {
        guard let nominal = outcome.key?.nominal else { continue }
        #expect(times[nominal.date < day ? 0 : 1].contains(nominal.time))
      }
      #expect(try #require(record.tasks[1].recordedAt) < day.midnight)
    }
  }

  /// The number of outcomes per day of follow-up that the article states.
  @Test func numberOfOutcomes() {
    let outcomes = records.reduce(0) { $0 + $1.outcomes.count }
    let days = traits.reduce(0) { $0 + $1.followUp }
    #expect(1.5...1.8 ~= Double(outcomes) / Double(days))
  }
}

extension CivilDate {
  fileprivate var midnight: Instant { Zone.utc.firstInstant(atOrAfter: CivilDateTime(date: self)) }
}
