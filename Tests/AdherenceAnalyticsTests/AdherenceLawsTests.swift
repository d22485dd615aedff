import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Invariants of evaluation for random records: splitting and merging, time, and holds.
@Suite struct AdherenceLawsTests {
  struct Nesting: CustomTestStringConvertible {
    var fine: CalendarPeriod, coarse: CalendarPeriod

    var testDescription: String { "\(fine.rawValue) in \(coarse.rawValue)" }
  }

  static let nestings = [
    Nesting(fine: .day, coarse: .week), Nesting(fine: .week, coarse: .all),
    Nesting(fine: .day, coarse: .relativeWeek), Nesting(fine: .day, coarse: .month),
    Nesting(fine: .month, coarse: .quarter), Nesting(fine: .quarter, coarse: .year),
    Nesting(fine: .year, coarse: .all),
  ]

  @Test(arguments: nestings) func finePeriodsMergeIntoCoarseOnes(_ nesting: Nesting) throws {
    var random = try RandomRecords(seed: 81)
    for _ in 0..<30 {
      let record = try random.record()
      var query = try random.query(by: nesting.fine)
      let fine = record.adherence(query)
      query.period = nesting.coarse
      let coarse = record.adherence(query)
      for (parts, wholes) in zip(fine.series, coarse.series) {
        for (span, whole) in zip(coarse.spans, wholes.periods) {
          var merged = Adherence()
          for (part, counts) in zip(fine.spans, parts.periods)
          where span.start <= part.start && part.end <= span.end {
            merged.merge(counts)
          }
          #expect(merged == whole)
        }
      }
    }
  }

  @Test(arguments: CalendarPeriod.allCases) func aRangeSplitsBetweenPeriods(
    _ period: CalendarPeriod
  ) throws {
    var random = try RandomRecords(seed: 82)
    for _ in 0..<30 {
      let record = try random.record()
      let query = try random.query(by: period)
      let whole = record.adherence(query)
      let inner = whole.spans.dropFirst().map(\.start).filter { _ in random.isTrue(oneIn: 3) }
      let cuts = [query.range.lowerBound] + inner + [query.range.upperBound]
      let parts = zip(cuts, cuts.dropFirst()).map { from, to in
        var part = query
        part.range = from..<to
        return record.adherence(part)
      }
      for index in whole.series.indices {
        #expect(parts.flatMap { $0.series[index].periods } == whole.series[index].periods)
      }
    }
  }

  @Test func tasksSplitInAnyWay() throws {
    var random = try RandomRecords(seed: 83)
    for _ in 0..<60 {
      let record = try random.record()
      let query = try random.query(by: .week)
      let side = record.tasks.map { _ in random.isTrue(oneIn: 2) }
      let totals = [true, false].map { chosen in
        var part = record
        part.tasks = zip(record.tasks, side).filter { $0.1 == chosen }.map(\.0)
        return part.adherence(query).total.periods
      }
      let merged = zip(totals[0], totals[1]).map { a, b in
        var sum = a
        sum.merge(b)
        return sum
      }
      #expect(merged == record.adherence(query).total.periods)
    }
  }
}

// Time.
extension AdherenceLawsTests {
  /// Missed occurrences stay missed, unless an outcome whose key names the occurrence is recorded later.
  ///
  /// With overlapping windows, a later event may replace one that is then assigned to an earlier occurrence;
  /// such tasks matched by window are excluded.
  @Test(arguments: 84...87 as ClosedRange<UInt64>)
  func missedOccurrencesStayMissedOverTime(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    var missed = 0
    for _ in 0..<40 {
      let record = try random.record()
      var query = try random.query()
      query.range = try days("2025-03-01", "2025-06-01")
      let moments = [random.instant(), random.instant()].sorted()
      for task in record.tasks {
        query.asOf = moments[0]
        let before = try record.evaluate(task, query).scored
        query.asOf = moments[1]
        let after = try record.evaluate(task, query).scored
        guard task.matching != .window || areApart(before) else { continue }
        for (then, now) in zip(before, after) where then.state == .missed {
          missed += 1
          #expect(now.state == .missed || now.timing == .expired, "\(then) \(now)")
        }
      }
    }
    #expect(missed > 100)
  }

  /// Whether no window opens before the preceding one has expired.
  private func areApart(_ scored: [ScoredOccurrence]) -> Bool {
    let windows = scored.map(\.window).sorted { ($0.open, $0.expiry) < ($1.open, $1.expiry) }
    return zip(windows, windows.dropFirst()).allSatisfy { $0.expiry <= $1.open }
  }

  /// A refusal after an outcome does not undo it.
  @Test(arguments: 88...89 as ClosedRange<UInt64>) func refusalsUndoNoCompletion(seed: UInt64)
    throws
  {
    var random = try RandomRecords(seed: seed)
    var completed = 0
    for _ in 0..<90 {
      var record = try random.record()
      for index in record.tasks.indices { record.tasks[index].matching = .keyed }
      record.outcomes += try refusals(of: record, &random)
      var query = try random.query()
      query.scoring = .recorded
      let moments = [random.instant(), random.instant()].sorted()
      for task in record.tasks {
        query.asOf = moments[0]
        let before = try record.evaluate(task, query).scored
        query.asOf = moments[1]
        let after = try record.evaluate(task, query).scored
        for (then, now) in zip(before, after) where then.state == .done {
          completed += 1
          #expect(now.state == .done, "\(then) \(now)")
        }
      }
    }
    #expect(completed > 100)
  }

  /// For some outcomes, a refusal of the same occurrence at another time.
  private func refusals(of record: CareRecord, _ random: inout RandomRecords) throws -> [Outcome] {
    try record.outcomes.filter { $0.key != nil && random.isTrue(oneIn: 2) }.map { outcome in
      var refusal = outcome
      refusal.status = try random.any([.skipped, .declined])
      refusal.time = random.instant()
      return refusal
    }
  }
}

// Holds.
extension AdherenceLawsTests {
  @Test(arguments: Matching.allCases) func aHoldChangesNoRowOutsideIt(_ matching: Matching) throws {
    var random = try RandomRecords(seed: 90)
    var suspended = 0
    for _ in 0..<60 {
      var record = try random.record()
      for index in record.tasks.indices { record.tasks[index].matching = matching }
      let query = try random.query()
      var held = record
      let from = query.range.lowerBound.adding(days: random.number(-3...20))
      held.holds.append(
        Hold(
          from: .local(CivilDateTime(date: from)),
          to: .local(CivilDateTime(date: from.adding(days: random.number(1...6))))))
      for task in record.tasks {
        let before = try record.evaluate(task, query).scored
        let after = try held.evaluate(task, query).scored
        #expect(before.map(\.occurrence) == after.map(\.occurrence))
        for (free, now) in zip(before, after) {
          if now.state == .onHold, free.state != .onHold {
            suspended += 1
          } else {
            #expect(now == free)
          }
        }
      }
    }
    #expect(suspended > 50)
  }
}
