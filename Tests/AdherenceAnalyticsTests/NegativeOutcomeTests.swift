import Scheduling
import TestSupport
import Testing

@testable import AdherenceAnalytics

/// An outcome that states that nothing was done is not a dose.
@Suite struct NegativeOutcomeTests {
  private static let (yes, no) = (OutcomeValue(.boolean(true)), OutcomeValue(.boolean(false)))

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var values: [OutcomeValue]
    var targets: [ScheduleElement.Target] = []
    var scoring = Scoring.recorded
    var progress: Double
  }

  static let examples = [
    Example(testDescription: "false is no completion", values: [no], progress: 0),
    Example(testDescription: "false twice is none either", values: [no, no], progress: 0),
    Example(testDescription: "true is one", values: [yes], progress: 1),
    Example(testDescription: "true beside false is one", values: [no, yes], progress: 1),
    Example(testDescription: "no value at all is one", values: [], progress: 1),
    Example(
      testDescription: "a recorded score of 0 is one", values: [OutcomeValue(.number(0))],
      progress: 1),
    Example(
      testDescription: "a number beside false is one", values: [no, OutcomeValue(.number(0))],
      progress: 1),
    Example(
      testDescription: "false does for a target of false", values: [no],
      targets: [.init(.exactly(.boolean(false)))], progress: 1),
    Example(
      testDescription: "false is no answer to a target of true", values: [no],
      targets: [.init(.atLeast(.boolean(true)))], progress: 0),
    Example(
      testDescription: "false is no answer to a number of tablets", values: [no],
      targets: [.init(1, units: "tablet")], progress: 0),
    Example(
      testDescription: "nothing reached without targets", values: [no], scoring: .reached,
      progress: 0),
    Example(
      testDescription: "no share of targets without any", values: [no], scoring: .fractionReached,
      progress: 0),
    Example(
      testDescription: "no share of values without targets", values: [no],
      scoring: .fractionRecorded, progress: 0),
    Example(
      testDescription: "nothing in range without targets", values: [no], scoring: .fractionInRange,
      progress: 0),
    Example(
      testDescription: "a value of one of two targets", values: [no],
      targets: [.init(1), .init(1)], scoring: .fractionRecorded, progress: 0.5),
  ]

  @Test(arguments: examples) func progress(_ example: Example) throws {
    let (scoring, values) = (example.scoring, example.values)
    #expect(scoring.progress(of: values, against: example.targets) == example.progress)
    let record = CareRecord(
      patient: try patient(),
      tasks: [
        task("tablet", .keyed, try element(from: "2024-01-15T08:00", targets: example.targets))
      ],
      outcomes: [
        Outcome(
          task: "tablet", key: try key("tablet/2024-01-15T08:00"),
          time: try at("2024-01-15T08:10:00Z"), values: values)
      ])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.scoring = scoring
    let scored = try record.evaluate(record.tasks[0], query).scored
    #expect(scored.map(\.progress) == [example.progress])
    let counts = record.adherence(query).total.periods[0]
    #expect(counts.done == (example.progress == 1 ? 1 : 0))
    #expect(counts.missed == (example.progress == 0 ? 1 : 0))
  }

  @Test func `of several outcomes of one occurrence the strongest statement counts`() throws {
    let statements: [(values: [OutcomeValue], status: Outcome.Status)] = [
      ([Self.no], .completed), ([], .declined), ([], .completed),
    ]
    for choice in 1..<8 {
      let own = statements.indices.filter { choice & 1 << $0 != 0 }
      let record = CareRecord(
        patient: try patient(),
        tasks: [task("tablet", .keyed, try element(from: "2024-01-15T08:00"))],
        outcomes: try own.map { position in
          Outcome(
            task: "tablet", key: try key("tablet/2024-01-15T08:00"),
            values: statements[position].values, status: statements[position].status)
        })
      let query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
      let scored = try record.evaluate(record.tasks[0], query).scored[0]
      let states: [OccurrenceState] = [.missed, .declined, .done]
      #expect(scored.state == states[own.max() ?? 0])
      #expect((scored.timing == nil) == (scored.state == .missed))
    }
  }

  @Test func `a denial leaves an occurrence open as long as its window`() throws {
    let record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", .window, try element(from: "2024-01-15T08:00"))],
      outcomes: [
        Outcome(task: "tablet", time: try at("2024-01-15T08:10:00Z"), values: [Self.no])
      ])
    let items = try record.due(at: try at("2024-01-15T12:00:00Z"))
    guard case .occurrence(let event)? = items.first else {
      Issue.record("nothing is due")
      return
    }
    #expect(event.state == .open)
    #expect(event.outcome?.isNegative == true)
  }

  @Test func `a denial is no use of a quota and none as needed`() throws {
    for recurrence in [Recurrence.quota(Quota(2, per: try period("P1W"))), .asNeeded(UseCaps())] {
      var own = try element("walk", from: "2024-01-01T00:00", every: nil)
      own.recurrence = recurrence
      let record = CareRecord(
        patient: try patient(), tasks: [task("walk", .window, own)],
        outcomes: [
          Outcome(task: "walk", time: try at("2024-01-02T09:00:00Z"), values: [Self.no]),
          Outcome(task: "walk", key: try key("walk/2024-01-03T09:00"), values: [Self.no]),
          Outcome(task: "walk", time: try at("2024-01-04T09:00:00Z"), values: [Self.yes]),
        ])
      let query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
      let evaluation = try record.evaluate(record.tasks[0], query)
      #expect(evaluation.dispositions == [.unmatched, .unmatched, .used])
      #expect(evaluation.flexible?.uses.count == 1)
      #expect(record.adherence(query).total.periods[0].uses.count == 1)
    }
  }

  @Test func `a denial is no event of its day`() throws {
    let record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", .window, try element(from: "2024-01-15T08:00"))],
      outcomes: [
        Outcome(task: "tablet", time: try at("2024-01-15T08:10:00Z"), values: [Self.no]),
        try event("2024-01-16T08:10Z"),
      ])
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    let dosing = record.summary(query).dosingDays
    #expect((dosing.evaluable, dosing.correctByDate, dosing.correct, dosing.zero) == (2, 1, 1, 1))
    #expect(try record.evaluate(record.tasks[0], query).dosingDays == dosing)
  }

  /// Rows whose values are all `false` are recognized, however they are added to a table.
  @Test func rowsAreNegative() throws {
    var noted = Outcome(task: "tablet", time: try at("2024-01-15T08:10:00Z"), values: [Self.no])
    noted.notes = [RecordNote("asleep")]
    let outcomes = [
      Outcome(task: "tablet", time: noted.time, values: [Self.no]), noted,
      Outcome(task: "tablet", time: noted.time, values: [Self.no, Self.no]),
      Outcome(task: "tablet", time: noted.time, values: [Self.yes, Self.no]),
      Outcome(task: "tablet", time: noted.time, values: [OutcomeValue(.number(0))]),
      Outcome(task: "tablet", time: noted.time), try event("2024-01-15T08:10Z", status: .skipped),
    ]
    let negative = [true, true, true, false, false, false, true]
    #expect(outcomes.map(\.isNegative) == negative)
    let table = OutcomeTable(outcomes)
    #expect(table.rows.map(\.isNegative) == negative)
    let rows = table.rows.map { row in
      var row = row
      row.marks.remove(.denial)
      return row
    }
    let read = OutcomeTable(rows: rows, names: table.names, details: table.details)
    #expect(read.rows.map(\.isNegative) == negative)
    #expect(read == table)
  }
}

// Invariants, for random records.
extension NegativeOutcomeTests {
  /// Under `recorded`, an occurrence of a keyed task is completed if and only if a known outcome with its key
  /// is not negative.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func keysAreCountedAsDefined(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed, drawsBooleans: true)
    for _ in 0..<25 {
      var record = try random.record()
      for index in record.tasks.indices { record.tasks[index].matching = .keyed }
      record.holds = []
      var query = try random.query()
      (query.scoring, query.denominator) = (.recorded, .elapsed)
      query.asOf = try at("2026-01-01T00:00:00Z")
      let adherence = record.adherence(query)
      for (task, series) in zip(record.tasks, adherence.tasks) {
        let evaluation = try record.evaluate(task, query)
        var (completed, declined) = (0, 0)
        for scored in evaluation.scored {
          let key = evaluation.plan.key(of: scored.occurrence)
          let own = record.outcomes.filter { $0.task == task.id && $0.key == key }
          if own.contains(where: { !$0.isNegative }) {
            completed += 1
          } else if own.contains(where: { $0.status != .completed }) {
            declined += 1
          }
        }
        let counts = series.periods[0]
        #expect((counts.done, counts.declined) == (completed, declined))
        #expect(counts.missed == evaluation.scored.count - completed - declined)
      }
    }
  }

  /// The dispositions of other events are the same as without negative ones.
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func denialsDisplaceNothing(
    seed: UInt64
  ) throws {
    var random = try RandomRecords(seed: seed, drawsBooleans: true)
    var matched = 0
    for _ in 0..<30 {
      let record = try random.record()
      let query = try random.query()
      var without = record
      without.outcomes = OutcomeTable(record.outcomes.filter { $0.key != nil || !$0.isDenial })
      for task in record.tasks {
        let all = try record.evaluate(task, query)
        let some = try without.evaluate(task, query)
        #expect(all.doses.map(\.disposition) == some.doses.map(\.disposition))
        #expect(all.doses.map(\.occurrence) == some.doses.map(\.occurrence))
        let times = zip(all.scored, some.scored).filter { $1.state == .done }
        #expect(times.allSatisfy { $0.time == $1.time && $0.state == .done })
        matched += all.outcomes.indices.count { all.outcomes[$0].isDenial && all.isMatched($0) }
      }
    }
    #expect(matched > 10)
  }

  /// Negative outcomes are matched to the remaining occurrences by the usual rule, as if completed ones were
  /// not planned.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func denialsTakeWhatIsLeft(
    seed: UInt64
  ) throws {
    var random = try RandomRecords(seed: seed, drawsBooleans: true)
    for _ in 0..<30 {
      var record = try random.record()
      record.holds = []
      record.outcomes = OutcomeTable(record.outcomes.filter { $0.key == nil })
      for index in record.tasks.indices {
        record.tasks[index].matching = .window
        record.tasks[index].minWait = nil
      }
      var query = try random.query()
      query.scoring = .recorded
      for task in record.tasks {
        let all = try record.evaluate(task, query)
        var rest = record
        rest.outcomes = OutcomeTable(record.outcomes.filter(\.isDenial))
        let position = try #require(rest.tasks.firstIndex { $0.id == task.id })
        for (index, occurrence) in all.occurrences.enumerated()
        where !all.outcomes[index].isDenial {
          guard let occurrence else { continue }
          rest.tasks[position].schedule = rest.tasks[position].schedule.cancelled(
            all.plan.key(of: occurrence))
        }
        let left = try rest.evaluate(rest.tasks[position], query)
        let denials = all.outcomes.indices.filter { all.outcomes[$0].isDenial }
        #expect(denials.map(all.isMatched) == left.outcomes.indices.map(left.isMatched))
        #expect(denials.map { all.occurrences[$0]?.start } == left.occurrences.map { $0?.start })
      }
    }
  }

  /// Each occurrence of a task matched by nearest has the nearest of its events, negative ones last.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func nearestIsAsDefined(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed, drawsBooleans: true)
    var found: Set<OccurrenceState> = []
    for _ in 0..<30 {
      var record = try random.record()
      record.holds = []
      record.outcomes = OutcomeTable(record.outcomes.filter { $0.key == nil })
      for index in record.tasks.indices {
        record.tasks[index].matching = .nearest
        record.tasks[index].minWait = nil
        for element in record.tasks[index].schedule.elements.indices {
          record.tasks[index].schedule.elements[element].window = nil
        }
      }
      var query = try random.query()
      query.scoring = .recorded
      for task in record.tasks {
        let evaluation = try record.evaluate(task, query)
        for scored in evaluation.scored {
          let own = evaluation.outcomes.filter { outcome in
            guard let time = outcome.time, time <= evaluation.asOf else { return false }
            return scored.window.open <= time && time < scored.window.expiry
          }
          let nearest = own.min { $0.rank(at: scored) < $1.rank(at: scored) }
          found.insert(scored.state)
          #expect((scored.state == .done) == (nearest?.isNegative == false))
          #expect((scored.state == .declined) == (nearest.map { $0.status != .completed } ?? false))
          // Events of one dose count once.
          let events = own.count { !$0.isDenial }
          #expect(scored.events <= events && (scored.events > 0) == (events > 0))
          if scored.sums.target == nil { #expect(scored.events == events) }
        }
      }
    }
    #expect(found.isSuperset(of: [.done, .declined, .missed]))
  }
}

extension TaskEvaluation {
  /// The dispositions of events that are not negative; those without an occurrence are `unmatched`, whether
  /// or not the occurrence of their time has another outcome.
  fileprivate var doses: [(disposition: Disposition, occurrence: Occurrence?)] {
    outcomes.indices.filter { outcomes[$0].key == nil && !outcomes[$0].isNegative }.map { index in
      let disposition = dispositions[index]
      return (disposition == .extra ? .unmatched : disposition, occurrences[index])
    }
  }

  fileprivate func isMatched(_ index: Int) -> Bool { dispositions[index] == .matched }
}

extension Outcome {
  /// Whether it states that nothing was done without being a refusal.
  fileprivate var isDenial: Bool { isNegative && status == .completed }

  /// The precedence of an event among those of an occurrence.
  fileprivate func rank(at scored: ScoredOccurrence) -> (Int, Int64, Instant) {
    let time = time ?? .latest
    return (isDenial ? 1 : 0, abs(time - scored.occurrence.start), time)
  }
}
