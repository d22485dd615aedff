import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Totals computed from counts equal those computed from a list of occurrences.
@Suite struct CountedTaskTests {
  @Test(arguments: UInt64(1)...40) func countsAreThoseOfTheList(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    for turn in 0..<10 {
      var record = try random.keyedRecord()
      if turn > 6 { try random.edit(&record) }
      var query = try random.query(by: try random.any(CalendarPeriod.allCases))
      query.scoring = .recorded
      if turn % 3 == 0 { query.asOf = nil }
      let adherence = record.adherence(query)
      for (task, series) in zip(record.tasks.prefix(adherence.tasks.count), adherence.tasks) {
        let listed = try Self.listed(record, task, query, adherence.spans)
        for (counted, listed) in zip(series.periods, listed) {
          #expect(counted.counts == listed.counts, "\(task) \(query)")
          #expect(abs(counted.valueSum - listed.valueSum) < 1e-9)
          #expect(abs(counted.creditedSum - listed.creditedSum) < 1e-9)
          #expect(abs(counted.targetSum - listed.targetSum) < 1e-9)
        }
      }
    }
  }

  /// The cached state of neighbouring rows is invalidated when one of them changes.
  @Test(arguments: UInt64(1)...20) func changedRows(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<10 {
      var query = try random.query(by: .week)
      query.scoring = .recorded
      var record = try random.keyedRecord()
      let positions = Array(record.outcomes.indices)
      for _ in positions.prefix(3) {
        let position = try random.any(positions)
        record.outcomes[position].status = try random.any(Outcome.Status.allCases)
        if random.isTrue(oneIn: 2) {
          record.outcomes[position].key = record.outcomes[try random.any(positions)].key
        }
      }
      var fresh = record
      fresh.outcomes = OutcomeTable(record.outcomes.map(\.self))
      #expect(record.adherence(query).tasks == fresh.adherence(query).tasks)
    }
  }

  /// State cached between patients, such as the days of their zones, is not used for another patient.
  @Test(arguments: UInt64(1)...4) func oneEvaluatorForAllZones(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    random.zones += [
      "Asia/Tokyo", "Asia/Kolkata", "Europe/London", "Pacific/Apia", "America/Havana", "Asia/Gaza",
      "America/Sao_Paulo", "Africa/Casablanca", "Australia/Sydney", "Asia/Tehran", "Asia/Beirut",
      "America/Santiago", "Pacific/Chatham", "America/Phoenix", "Europe/Dublin", "Asia/Amman",
    ]
    var query = try random.query(by: .week)
    query.scoring = .recorded
    var evaluator = AdherenceEvaluator(query)
    for _ in 0..<60 {
      let record = try random.keyedRecord()
      let (kept, fresh) = (evaluator.adherence(of: record), record.adherence(query))
      #expect(kept.tasks == fresh.tasks)
      #expect(kept.total == fresh.total)
    }
  }

  /// Every combination of outcomes of the four days around a change of offset, with two day boundaries.
  @Test(arguments: ["America/New_York", "Australia/Lord_Howe", "Africa/Cairo"])
  func everyChoiceOfOutcomes(in zoneName: String) throws {
    let days = try ["2025-03-08", "2025-04-05", "2025-04-24"].map { try day($0) }
    for first in days {
      let end = first.adding(days: 4).description
      let tablet = try task(
        "tablet", .keyed,
        element(from: "\(first)T00:30:00", at: ["00:30", "23:45"], until: end),
        element("night", from: "\(first)T02:15:00", every: "P2D"))
      var record = CareRecord(patient: try patient(in: zoneName), tasks: [tablet])
      let plan = compiled(tablet.schedule, in: record.patient.zone)
      let rows = plan.starting(in: .earliest ..< .latest, limit: 8)
      for choice in 0..<(1 << rows.count) {
        record.outcomes = OutcomeTable(
          rows.indices.filter { choice & 1 << $0 != 0 }.map { index in
            let late = rows[index].start.adding(seconds: Int64(index * index) * 1800 - 3600)
            return Outcome(task: "tablet", key: plan.key(of: rows[index]), time: late)
          })
        try checkCounts(of: record, tablet, first, boundary: choice % 2 == 0 ? "00:00" : "03:00")
      }
    }
  }

  private func checkCounts(
    of record: CareRecord, _ task: CareTask, _ first: CivilDate, boundary: String
  ) throws {
    var query = AdherenceQuery(first..<first.adding(days: 4), by: .day)
    query.dayBoundary = try #require(CivilTime(boundary))
    query.asOf = try at("2025-06-01T00:00:00Z")
    let adherence = record.adherence(query)
    let listed = try Self.listed(record, task, query, adherence.spans)
    try #require(adherence.tasks[0].periods.map(\.counts) == listed.map(\.counts))
  }

  /// The definition: occurrence by occurrence.
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
    where [.orphaned, .unmatched, .extra, .held, .unobserved, .tooSoon].contains(disposition) {
      guard let day = outcome.day(query.dayBoundary, in: record.patient.zone),
        let position = spans.position(of: day), query.range.contains(day)
      else { continue }
      if disposition == .tooSoon {
        periods[position].eventsTooSoon += 1
      } else {
        periods[position].unscheduled += 1
      }
    }
    return periods
  }
}

extension Outcome {
  /// The day of a single outcome.
  fileprivate func day(_ boundary: CivilTime, in zone: Zone) -> CivilDate? {
    guard let local = key?.nominal ?? time.map(zone.civil) else { return nil }
    return local.time < boundary ? local.date.adding(days: -1) : local.date
  }
}

extension Adherence {
  /// Values that are integers.
  fileprivate var counts: [Int] {
    [
      due, done, partial, missed, declined, excused, onHold, cancelled, pending,
      unscheduled, eventsTooSoon, timings.early, timings.inWindow, timings.late,
      timings.doneAfterExpiry,
      timings.untimed,
    ]
  }
}

extension RandomRecords {
  /// Lets a record's tasks begin, end and be edited, and adds random holds.
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

  /// A record whose outcomes mostly have a key, mostly of an occurrence that exists, mostly once.
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
        if isTrue(oneIn: 8) { outcome.values = [OutcomeValue(.boolean(isTrue(oneIn: 3)))] }
        if isTrue(oneIn: 60) { outcome.notes = [RecordNote("asleep")] }
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
