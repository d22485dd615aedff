import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// What is summed up from counts equals what is summed up from a list of single occurrences.
@Suite struct CountedTaskTests {
  @Test(arguments: UInt64(1)...40) func countsAreThoseOfTheList(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    for turn in 0..<10 {
      var record = try random.keyedRecord()
      if turn > 6 { try random.edit(&record) }
      var query = try random.query(by: try random.any(CalendarPeriod.allCases))
      query.scoring = .recorded
      let adherence = record.adherence(query)
      for (task, series) in zip(record.tasks.prefix(adherence.tasks.count), adherence.tasks) {
        let listed = try Self.listed(record, task, query, adherence.spans)
        for (counted, listed) in zip(series.periods, listed) {
          #expect(counted.counts == listed.counts, "\(task) \(query)")
          #expect(abs(counted.value - listed.value) < 1e-9)
          #expect(abs(counted.credited - listed.credited) < 1e-9)
          #expect(abs(counted.target - listed.target) < 1e-9)
        }
      }
    }
  }

  /// The definition: one occurrence after the other.
  static func listed(
    _ record: CareRecord, _ task: CareTask, _ query: AdherenceQuery, _ spans: PeriodSpans
  ) throws -> [Adherence] {
    let evaluation = try record.evaluate(task, query)
    var periods = spans.map { _ in Adherence() }
    for occurrence in evaluation.scored {
      guard let position = spans.position(of: occurrence.day) else { continue }
      periods[position].add(occurrence, query, asOf: evaluation.asOf)
    }
    for (outcome, disposition) in zip(evaluation.outcomes, evaluation.dispositions)
    where [.orphaned, .unmatched, .extra, .held, .tooSoon].contains(disposition) {
      guard let day = outcome.day(query.dayBoundary, in: record.patient.zone),
        let position = spans.position(of: day), query.range.contains(day)
      else { continue }
      if disposition == .tooSoon {
        periods[position].dropped += 1
      } else {
        periods[position].unscheduled += 1
      }
    }
    return periods
  }
}

extension Outcome {
  /// The day of an outcome by itself.
  fileprivate func day(_ boundary: CivilTime, in zone: Zone) -> CivilDate? {
    guard let local = key?.nominal ?? time.map(zone.civil) else { return nil }
    return local.time < boundary ? local.date.adding(days: -1) : local.date
  }
}

extension Adherence {
  /// The integers.
  fileprivate var counts: [Int] {
    [
      due, completed, partial, missed, declined, excused, suspended, cancelled, pending,
      unscheduled, dropped, timings.early, timings.onTime, timings.late, timings.outside,
      timings.untimed,
    ]
  }
}

extension RandomRecords {
  /// Lets a record's tasks begin, end and be edited, and its holds do anything.
  mutating func edit(_ record: inout CareRecord) throws {
    for task in record.tasks.indices where isTrue(oneIn: 2) {
      record.tasks[task].effectiveFrom = .instant(instant())
      record.tasks[task].deletedAt = isTrue(oneIn: 4) ? .instant(instant()) : nil
    }
    if isTrue(oneIn: 2) {
      var version = try any(record.tasks)
      version.effectiveFrom = .instant(instant())
      version.schedule.elements[0].recurrence = .every(try period(try any(["P1D", "P3D"])))
      record.tasks.append(version)
    }
    for hold in record.holds.indices {
      record.holds[hold].mode = try any(Hold.Mode.allCases)
    }
  }

  /// A record whose outcomes mostly name an occurrence, mostly one that exists, mostly once.
  fileprivate mutating func keyedRecord() throws -> CareRecord {
    var record = try record()
    for index in record.tasks.indices {
      record.tasks[index].matching = isTrue(oneIn: 2) ? .keyed : .window
      for element in record.tasks[index].schedule.elements.indices where !isTrue(oneIn: 4) {
        record.tasks[index].schedule.elements[element].window = nil
      }
    }
    if !isTrue(oneIn: 4) { record.holds = [] }
    var outcomes: [Outcome] = []
    for task in record.tasks {
      let plan = compiled(task.schedule, in: record.patient.zone)
      for row in plan.starting(in: .earliest ..< .latest) where !isTrue(oneIn: 4) {
        var outcome = Outcome(task: task.id, key: plan.key(of: row))
        if !isTrue(oneIn: 3) {
          outcome.time = row.start.adding(seconds: Int64(number(-40...80)) * 900)
        }
        if isTrue(oneIn: 2) { outcome.values = [OutcomeValue(.number(Double(number(0...8)) / 4))] }
        if isTrue(oneIn: 10) { outcome.status = .declined }
        if isTrue(oneIn: 20) { outcome.key?.nominal = try local("2024-03-09T11:11") }
        if outcome.time != nil, isTrue(oneIn: 9) { outcome.key = nil }
        outcomes.append(outcome)
        if isTrue(oneIn: 40) { outcomes.append(outcome) }
      }
    }
    if isTrue(oneIn: 3) { outcomes.shuffle(using: &random) }
    record.outcomes = OutcomeTable(outcomes)
    return record
  }
}
