import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Invariants of the counts, for random records.
@Suite struct AdherenceTests {
  /// The definition of the denominators.
  static func isDue(_ scored: ScoredOccurrence, _ query: AdherenceQuery, asOf: Instant) -> Bool {
    guard scored.state != .onHold, scored.state != .cancelled else { return false }
    return switch query.denominator {
    case .elapsed: scored.window.expiry <= asOf
    case .offered: scored.window.open <= asOf
    case .planned: true
    }
  }

  @Test(arguments: CalendarPeriod.allCases) func everyOccurrenceIsCountedOnce(
    _ period: CalendarPeriod
  ) throws {
    var random = try RandomRecords(seed: 11)
    for _ in 0..<40 {
      let record = try random.record()
      let query = try random.query(by: period)
      let asOf = try #require(query.asOf)
      let adherence = record.adherence(query)
      for (task, series) in zip(record.tasks, adherence.tasks) {
        let scored = try record.evaluate(task, query).scored
        for (span, counts) in zip(adherence.spans, series.periods) {
          let own = scored.filter { span.start <= $0.day && $0.day < span.end }
          let due = own.filter { Self.isDue($0, query, asOf: asOf) }
          let outside = counts.excused + counts.onHold + counts.cancelled + counts.pending
          #expect(counts.due + outside == own.count)
          #expect(counts.due == due.count)
          #expect(counts.onHold == own.filter { $0.state == .onHold }.count)
          #expect(counts.done == due.filter { $0.state == .done }.count)
          #expect(counts.partial == due.filter { $0.state == .partial }.count)
          #expect(counts.missed == due.filter { $0.state == .missed }.count)
          #expect(counts.declined == due.filter { $0.state == .declined }.count)
          #expect(counts.progress == due.map(\.progress).reduce(0, +))
          #expect(counts.valueSum == due.map(\.sums.value).reduce(0, +))
          #expect(counts.creditedSum == due.map(\.sums.credited).reduce(0, +))
          #expect(counts.targetSum == due.compactMap(\.sums.target).reduce(0, +))
        }
      }
    }
  }

  @Test func timingsAddUpToThoseCompleted() throws {
    var random = try RandomRecords(seed: 12)
    var seen = TimingCounts()
    for _ in 0..<150 {
      for series in try random.record().adherence(try random.query(by: .week)).tasks {
        for counts in series.periods {
          let timings = counts.timings
          #expect(
            timings.early + timings.inWindow + timings.late + timings.doneAfterExpiry
              + timings.untimed
              == counts.done)
          seen.early += timings.early
          seen.inWindow += timings.inWindow
          seen.late += timings.late
          seen.doneAfterExpiry += timings.doneAfterExpiry
          seen.untimed += timings.untimed
        }
      }
    }
    for count in [seen.early, seen.inWindow, seen.late, seen.doneAfterExpiry, seen.untimed] {
      #expect(count > 0)
    }
  }

  @Test func closedOccurrencesAreResolved() throws {
    var random = try RandomRecords(seed: 13)
    for _ in 0..<100 {
      var query = try random.query()
      query.denominator = .elapsed
      let counts = try random.record().adherence(query).total.periods[0]
      #expect(
        counts.due == counts.done + counts.partial + counts.missed + counts.declined)
    }
  }

  @Test func denominatorsContainEachOther() throws {
    var random = try RandomRecords(seed: 14)
    var sums: [Denominator: Int] = [:]
    for _ in 0..<60 {
      let record = try random.record()
      var query = try random.query()
      let due = Denominator.allCases.map { denominator in
        query.denominator = denominator
        let due = record.adherence(query).total.periods[0].due
        sums[denominator, default: 0] += due
        return due
      }
      #expect(due == due.sorted())
    }
    let due = Denominator.allCases.map { sums[$0, default: 0] }
    #expect(Set(due).count == 3)
    #expect(due == due.sorted())
  }

  @Test(arguments: CalendarPeriod.allCases) func daysMergeIntoLongerPeriods(
    _ period: CalendarPeriod
  ) throws {
    var random = try RandomRecords(seed: 15)
    for _ in 0..<40 {
      let record = try random.record()
      var query = try random.query(by: .day)
      query.weekStart = try random.any(Weekday.allCases)
      let daily = record.adherence(query)
      query.period = period
      let coarse = record.adherence(query)
      for (fine, whole) in zip(daily.tasks + [daily.total], coarse.tasks + [coarse.total]) {
        for (span, counts) in zip(coarse.spans, whole.periods) {
          var merged = Adherence()
          for (day, counts) in zip(daily.spans, fine.periods)
          where span.start <= day.start && day.end <= span.end {
            merged.merge(counts)
          }
          #expect(merged == counts)
        }
      }
      query.period = .all
      // Extra events before the start of the plans are in no relative week.
      if period == .relativeWeek { continue }
      #expect(coarse.merged.total.periods == record.adherence(query).total.periods)
      #expect(coarse.merged.spans == query.spans)
    }
  }

  @Test func tasksMergeIntoTheTotal() throws {
    var random = try RandomRecords(seed: 16)
    for _ in 0..<100 {
      let record = try random.record()
      let query = try random.query(by: .week)
      var total = Array(repeating: Adherence(), count: query.spans.count)
      for (index, task) in record.tasks.enumerated() where task.impactsAdherence {
        var alone = record
        alone.tasks = [task]
        let series = alone.adherence(query)
        #expect(series.tasks[0].periods == record.adherence(query).tasks[index].periods)
        for position in total.indices { total[position].merge(series.total.periods[position]) }
      }
      let whole = record.adherence(query)
      #expect(whole.total.periods == total)
      #expect(whole.total.isEmpty == !record.tasks.contains(where: \.impactsAdherence))
      #expect(whole.problems.isEmpty)
    }
  }

  @Test(arguments: 21...26 as ClosedRange<UInt64>) func aNarrowerRangeChangesNoDay(seed: UInt64)
    throws
  {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<40 {
      let record = try random.record()
      var query = try random.query(by: .day)
      let wide = record.adherence(query)
      let length = query.range.upperBound - query.range.lowerBound
      let from = query.range.lowerBound.adding(days: random.number(0...(length - 1)))
      let to = from.adding(days: random.number(1...length))
      query.range = from..<min(to, query.range.upperBound)
      let narrow = record.adherence(query)
      for (a, b) in zip(wide.tasks + [wide.total], narrow.tasks + [narrow.total]) {
        let shared = zip(wide.spans, a.periods).filter { query.range.contains($0.0.start) }.map(\.1)
        #expect(shared == b.periods)
      }
    }
  }

  /// This holds if windows are in the order of starts, as those of one element are: if one is nested in
  /// another, the best assignment in order may replace one occurrence by another.
  @Test(arguments: 31...36 as ClosedRange<UInt64>)
  func completedOccurrencesStayCompletedOverTime(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    random.refuses = false
    for _ in 0..<40 {
      let record = try random.record()
      var query = try random.query()
      query.scoring = .recorded
      let moments = [random.instant(), random.instant(), random.instant()].sorted()
      for task in record.tasks where task.matching != .window || task.schedule.elements.count == 1 {
        var done: Set<Occurrence> = []
        for moment in moments {
          query.asOf = moment
          let now = try record.evaluate(task, query).scored.filter { $0.state == .done }
          #expect(done.isSubset(of: now.map(\.occurrence)), "\(record.patient.id) \(task)")
          done = Set(now.map(\.occurrence))
        }
      }
    }
  }
}

// Ratios.
extension AdherenceTests {
  struct Example: CustomTestStringConvertible {
    var done: Int, due: Int
    var ratio: Double?
    var isReached: Bool

    var testDescription: String { "\(done) of \(due)" }

    var adherence: Adherence {
      var adherence = Adherence()
      adherence.done = done
      adherence.due = due
      return adherence
    }
  }

  static let thresholds = [
    Example(done: 4, due: 5, ratio: 0.8, isReached: true),
    Example(done: 3, due: 5, ratio: 0.6, isReached: false),
    Example(done: 7, due: 9, ratio: 7.0 / 9, isReached: false),
    Example(done: 8, due: 10, ratio: 0.8, isReached: true),
    Example(done: 799_999_999, due: 1_000_000_000, ratio: 0.799999999, isReached: false),
    Example(done: 800_000_000, due: 1_000_000_000, ratio: 0.8, isReached: true),
    Example(
      done: 3_999_999_999_999_999, due: 5_000_000_000_000_000, ratio: 0.7999999999999998,
      isReached: false),
    Example(done: 0, due: 1, ratio: 0, isReached: false),
    Example(done: 1, due: 1, ratio: 1, isReached: true),
    Example(done: 0, due: 0, ratio: nil, isReached: true),
  ]

  @Test(arguments: thresholds) func reachingIsComparedOnIntegers(_ example: Example) {
    #expect(example.adherence.ratio == example.ratio)
    #expect(example.adherence.reaches(Share(4, of: 5)) == example.isReached)
  }

  struct Reason: CustomTestStringConvertible {
    var testDescription: String
    var due = 0, pending = 0, onHold = 0, cancelled = 0
    var reason: MissingRatio?
  }

  static let reasons = [
    Reason(testDescription: "something due", due: 1, pending: 1, onHold: 1, reason: nil),
    Reason(testDescription: "nothing planned", reason: .noOccurrences),
    Reason(testDescription: "only cancelled", cancelled: 1, reason: .noOccurrences),
    Reason(testDescription: "only on hold", onHold: 1, reason: .allOnHold),
    Reason(testDescription: "only pending", pending: 1, reason: .allPending),
    Reason(testDescription: "pending and on hold", pending: 1, onHold: 1, reason: .allPending),
  ]

  @Test(arguments: reasons) func aMissingRatioHasAReason(_ example: Reason) {
    var adherence = Adherence()
    adherence.due = example.due
    adherence.pending = example.pending
    adherence.onHold = example.onHold
    adherence.cancelled = example.cancelled
    #expect(adherence.ratioMissing == example.reason)
    #expect((adherence.ratio == nil) == (example.reason != nil))
  }
}
