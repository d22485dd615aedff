import Scheduling
import TestSupport
import Testing

@testable import AdherenceAnalytics

/// No digit of the results depends on the order of the rows of a record.
@Suite struct OutcomeTableTests {
  /// A record whose amounts and targets are tenths, which have no exact binary sum.
  private static func record(_ random: inout RandomRecords) throws -> CareRecord {
    var record = try random.record()
    for task in record.tasks.indices {
      // With one more task of each kind, so that sums have three terms or more.
      record.tasks[task].impactsAdherence = true
      for element in record.tasks[task].schedule.elements.indices {
        record.tasks[task].schedule.elements[element].targets = [
          ScheduleElement.Target(Double(random.number(1...9)) / 10)
        ]
      }
      record.tasks[task].group = try random.any([nil, "medication"])
    }
    let outcomes = record.outcomes.flatMap { outcome in
      (0..<random.number(1...4)).map { _ in outcome }
    }
    record.outcomes = OutcomeTable(
      outcomes.enumerated().map { index, outcome in
        var own = outcome
        // Of events at the same time the first is matched, which does depend on the order of rows.
        own.time = own.time.map { $0.adding(seconds: Int64(index) % 300) }
        own.values = [OutcomeValue(.number(Double(random.number(1...19)) / 10))]
        return own
      })
    return record
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>) func sumsAndMeans(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    random.refuses = false
    for _ in 0..<12 {
      let record = try Self.record(&random)
      var query = try random.query(by: .week)
      query.scoring = try random.any([.recorded, .summed])
      query.numerator = .progress
      var other = record
      other.tasks.shuffle(using: &random.random)
      other.outcomes = OutcomeTable(record.outcomes.shuffled(using: &random.random))
      expectTheSame(record, other, query)
    }
  }

  private func expectTheSame(_ record: CareRecord, _ other: CareRecord, _ query: AdherenceQuery) {
    let (ours, theirs) = (record.adherence(query), other.adherence(query))
    #expect(ours.total == theirs.total)
    #expect(ours.tasks.byName == theirs.tasks.byName)
    #expect(ours.groups.byName == theirs.groups.byName)
    let (one, two) = (record.summary(query), other.summary(query))
    #expect(one.total == two.total)
    #expect(one.composite == two.composite)
    #expect(record.composite(query) == other.composite(query))
    for breakdown in [Breakdown.slot, .weekday] {
      #expect(
        record.parts(by: breakdown, query).filter { $0.task == nil }
          == other.parts(by: breakdown, query).filter { $0.task == nil })
    }
  }

  /// Counted and listed amounts are equal to the last digit; the order of rows determines which is used.
  @Test func aPlanInOrderIsCountedAndOneThatIsNotIsListed() throws {
    let record = try keyed([0.1, 0.2, 0.7, 0.1, 0.3])
    var other = record
    other.outcomes = OutcomeTable(record.outcomes.reversed())
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-22"))
    #expect(record.adherence(query).total == other.adherence(query).total)
  }

  private func keyed(_ values: [Double]) throws -> CareRecord {
    let drink = try element(
      from: "2024-01-15", at: ["08:00", "20:00"], targets: [ScheduleElement.Target(0.1)])
    return CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, drink)],
      outcomes: try values.enumerated().map { position, value in
        try outcome("tablet/2024-01-\(15 + position)T08:00", value: value)
      })
  }

  /// 0.1, 0.2 and 0.7 have two sums, 1 and 0.9999999999999999.
  @Test(arguments: [[0.1, 0.2, 0.7], [0.7, 0.2, 0.1], [0.7, 0.1, 0.2], [0.2, 0.7, 0.1]])
  func theValuesOfOneOccurrence(_ values: [Double]) throws {
    let glass = try element(from: "2024-01-15T08:00", targets: [ScheduleElement.Target(2)])
    var record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, glass)],
      outcomes: try values.map { try outcome("tablet/2024-01-15T08:00", value: $0) })
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.scoring = .summed
    let sum = [0.1, 0.2, 0.7].reduce(0, +)
    #expect(record.adherence(query).total.periods[0].valueSum == sum)
    var together = try outcome("tablet/2024-01-15T08:00")
    together.values = values.map { OutcomeValue(.number($0)) }
    record.outcomes = [together]
    #expect(record.adherence(query).total.periods[0].valueSum == sum)
    var asNeeded = glass
    asNeeded.recurrence = .asNeeded(.none)
    record.tasks[0].schedule.elements = [asNeeded]
    #expect(record.adherence(query).total.periods[0].uses.asNeededAmount == sum)
  }

  @Test(arguments: [
    (0.0, true), (1, true), (0.5, true), (7.25, true), (0.1, false), (1e-9, false),
    (65_535.5, true), (65_536, false), (.infinity, false), (.nan, false),
  ]) func exactAmounts(_ amount: Double, _ isExact: Bool) {
    #expect(amount.addsExactly == isExact)
  }
}

extension [AdherenceSeries] {
  fileprivate var byName: [AdherenceSeries] {
    sorted { ($0.task ?? $0.scope.group ?? "") < ($1.task ?? $1.scope.group ?? "") }
  }
}
