import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

/// The progress computed by CareKit 4.0.0, `Datasets/golden/carekit/progress.json`.
///
/// Cases marked `suspect` are bugs of CareKit; ``reasons`` has the result here instead.
@Suite struct CareKitProgressTests {
  /// Every mark in the file: the result here, and the reason.
  static let reasons = [
    "empty-outcome-counts-complete": "kept: an outcome is that something was recorded",
    "negative-sum-traps":
      "no trap: a negative number is a number, and one to reach an error where it is read",
    "false-counts-one": "false counts 0",
    "type-mismatch-asserts": "what cannot be compared meets no target",
    "non-numeric-adds-one": "kept: what is present counts 1 in a sum",
    "nan-fraction": "a target that is not finite is an error where it is read",
    "nan-aggregate": "a value that is no number earns nothing, and the mean is that of the others",
    "units-ignored": "values in other units than the target's are not credited, and counted",
    "kinds-summed": "kept for sums; `reached` compares kind by kind",
    "zero-goal-complete-without-outcome": "a target of 0 still asks for an outcome",
    "clamped": "kept: no part counts more than 1 or less than 0",
    "aggregate-fp-not-complete": "complete is decided on integers: all that was due was completed",
    "empty-aggregate-complete": "nil: nothing was due",
    "ring-full-on-empty-day": "nil: nothing was due",
    "ring-ignores-impactsAdherence": "totals leave such tasks out; their own series remain",
    "adherence-length-off-by-one": "as many entries as days",
    "adherence-index-trap": "a running occurrence belongs to the day on which it began",
    "previous-day-event-in-first-bucket":
      "a running occurrence belongs to the day on which it began",
    "buckets-not-calendar-days": "days are civil days, from their first second to their last",
    "finite-start-strict-less": "days are civil days, from their first second to their last",
  ]

  @Test func everySuspectCaseIsListed() throws {
    let kinds = ["event", "linear", "aggregate", "adherenceSeries"]
    let cases = try kinds.map(CareKitProgressCase.all)
    #expect(cases.map(\.count) == [35, 8, 13, 35])
    for example in cases.joined() {
      for code in example.codes { #expect(Self.reasons[code] != nil, "\(example.id): \(code)") }
    }
  }
}

// Single events.
extension CareKitProgressTests {
  /// Differences from CareKit: progress by the five scorings, in order.
  struct Answer {
    var progress: [Double]
    var reason: String
  }

  /// The scorings that CareKit supports.
  private static let scorings: [Scoring] = [
    .recorded, .summed, .reached, .fractionReached, .fractionRecorded,
  ]

  static let answers = [
    "ev-061-nan-value": Answer(progress: [1, 0, 0, 0, 0], reason: "negative-sum-traps"),
    // These two are not marked, but differ by a rule.
    "ev-057-int-large": Answer(
      progress: [1, 1, 1, 1, 1], reason: "one part in 10⁹ short is reached"),
    "ev-058-infinite-value": Answer(
      progress: [1, 0, 0, 0, 0], reason: "numbers that are not finite are not credited"),
  ]

  /// The cases that are valid here: with targets that are finite and not negative.
  private func events() throws -> [CareKitProgressCase] {
    try CareKitProgressCase.all("event").filter { example in
      try #require(example.input.targetValues).allSatisfy {
        guard case .number(let number) = $0.content else { return true }
        return number >= 0 && number.isFinite
      }
    }
  }

  @Test func rejectsUnreachableTargets() throws {
    let plans = Set(try events().map(\.id))
    #expect(plans.count == 32)
    for example in try CareKitProgressCase.all("event") where !plans.contains(example.id) {
      let schedule = try record(of: example).tasks[0].schedule
      #expect(throws: InputError.self, "\(example.id)") { try schedule.validate() }
    }
  }

  @Test func progress() throws {
    for example in try events() {
      let scored = try Self.scorings.map { try self.scored(example, by: $0) }
      let expected = Self.answers[example.id]?.progress ?? careKitProgress(of: example)
      #expect(scored.map(\.progress) == expected, "\(example.id)")
      #expect(scored.map { $0.state == .done } == expected.map { $0 == 1 }, "\(example.id)")
    }
  }

  /// The results of CareKit's strategies and older aggregators, in the order of the scorings.
  private func careKitProgress(of example: CareKitProgressCase) -> [Double?] {
    let expected = example.expected
    let names = [
      "compareTargetValues", "percentOfTargetValuesMet", "percentOfOutcomeValuesThatExist",
    ]
    return [
      expected.checkingOutcomeExists?.fractionCompleted.number,
      expected.summingOutcomeValues?.fractionCompleted.number,
    ] + names.map { expected.legacy[$0] }
  }

  /// Sums are CareKit's, except that `false` counts as 0 and values that are not finite are excluded.
  @Test func sums() throws {
    var compared = 0
    for example in try events() {
      guard let sum = example.expected.summingOutcomeValues, Self.answers[example.id] == nil,
        !example.codes.contains("false-counts-one")
      else { continue }
      let sums = try scored(example, by: .summed).sums
      #expect(sums.value == sum.value?.number, "\(example.id)")
      #expect(sums.target == sum.goal?.number, "\(example.id)")
      compared += 1
    }
    #expect(compared == 28)
  }

  /// `countOutcomes` and `countOutcomeValues` count those of the record.
  @Test func counts() throws {
    for example in try CareKitProgressCase.all("event") {
      let outcomes = try record(of: example).outcomes
      #expect(Double(outcomes.count) == example.expected.legacy["countOutcomes"])
      let values = outcomes.reduce(0) { $0 + $1.values.count }
      #expect(Double(values) == example.expected.legacy["countOutcomeValues"], "\(example.id)")
    }
  }

  private func record(of example: CareKitProgressCase) throws -> CareRecord {
    let targets = try #require(example.input.targetValues).map {
      ScheduleElement.Target(.atLeast($0.content), units: $0.units, kind: $0.kind)
    }
    let tablet = try element(from: "2024-01-15T08:00", every: nil, targets: targets)
    let key = try TestSupport.key("tablet/2024-01-15T08:00")
    let outcomes = example.input.outcome.map { outcome in
      let values = outcome.values.map { OutcomeValue($0.content, units: $0.units, kind: $0.kind) }
      return [Outcome(task: "tablet", key: key, values: values)]
    }
    return CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)], outcomes: outcomes ?? [])
  }

  private func scored(_ example: CareKitProgressCase, by scoring: Scoring) throws
    -> ScoredOccurrence
  {
    let record = try record(of: example)
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.scoring = scoring
    return try #require(try record.evaluate(record.tasks[0], query).scored.first)
  }
}

// A value against a goal, and means.
extension CareKitProgressTests {
  /// Almost 1 is 1 here: `lin-078` is 0.9999999999999999, within one part in 10⁹ of its goal.
  @Test func linear() throws {
    for example in try CareKitProgressCase.all("linear") {
      let value = try #require(example.input.value).number
      let targets = example.input.goal.map { [ScheduleElement.Target($0.number)] } ?? []
      let progress = Scoring.summed.progress(
        of: [OutcomeValue(.number(value))], against: targets)
      let expected = try #require(example.expected.progress).fractionCompleted.number
      #expect(progress == (expected >= 1 - 1e-9 ? 1 : expected), "\(example.id)")
    }
  }

  /// One day with an occurrence for each part, each with a fraction of its target.
  @Test func aggregates() throws {
    for example in try CareKitProgressCase.all("aggregate") {
      let fractions = try #require(example.input.fractions).map(\.number)
      let expected = try #require(example.expected.progress)
      let whole = try adherence(of: fractions)
      let mean = try #require(whole.ratio(.progress))
      #expect(abs(mean - min(1, expected.fractionCompleted.number)) < 1e-12, "\(example.id)")
      let isComplete = fractions.allSatisfy { $0 >= 1 }
      #expect(whole.reaches(Share(1, of: 1)) == isComplete, "\(example.id)")
      let isSuspect = example.codes.contains("aggregate-fp-not-complete")
      #expect(isComplete == (expected.isCompleted || isSuspect), "\(example.id)")
      if isComplete { #expect(mean == 1, "\(example.id)") }
    }
  }

  @Test func meanOfNoValuesIsNil() throws {
    #expect(try adherence(of: []).ratio(.progress) == nil)
  }

  private func adherence(of fractions: [Double]) throws -> Adherence {
    let times = fractions.indices.map { String(format: "%02d:%02d", $0 / 60, $0 % 60) }
    var tablet = try element(
      from: "2024-01-15T00:00", every: nil, at: times, targets: [ScheduleElement.Target(1)])
    tablet.recurrence = .every(ISODuration(days: 1))
    let elements = fractions.isEmpty ? [] : [tablet]
    var plan = CareTask(id: "tablet", schedule: Schedule(elements))
    plan.matching = .keyed
    let outcomes = try zip(times, fractions).map {
      try outcome("tablet/2024-01-15T\($0)", value: $1)
    }
    let record = CareRecord(patient: try patient(), tasks: [plan], outcomes: outcomes)
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.scoring = .summed
    return record.adherence(query).total.periods[0]
  }
}

// Daily series.
extension CareKitProgressTests {
  /// Where CareKit's days are not civil days: the results for whole days.
  static let wholeDays: [String: [Double?]] = [
    "ser-122-25h-duration-trap": [nil, 0],
    "ser-123-interval-from-noon": [1, 0],
    "ser-124-interval-from-noon-end-0600": [0, 1],
    "ser-129-last-moment-start": [nil, nil, 0, 0, 0, 0, 0],
    "ser-130-last-moment-start-infinite": [nil, nil, 0, 0, 0, 0, 0],
  ]

  @Test func adherence() throws {
    for example in try CareKitProgressCase.all("adherenceSeries") {
      let total = try adherence(of: example).total
      let found = total.periods.map { $0.ratio(.progress) }
      let expected = Self.wholeDays[example.name] ?? example.expected.fetchAdherence ?? []
      #expect(isEqual(found, Array(expected.prefix(found.count))), "\(example.id)")
      let isLong = example.codes.contains("adherence-length-off-by-one")
      let length = example.expected.fetchAdherence?.count ?? found.count
      #expect(length == found.count + (isLong ? 1 : 0), "\(example.id)")
    }
  }

  /// A day without a ratio has a reason; the reason `noTasks` is the patient's, not the day's.
  @Test func reasons() throws {
    for example in try CareKitProgressCase.all("adherenceSeries") {
      let total = try adherence(of: example).total
      let counts = try #require(example.input.tasks).contains(where: \.impactsAdherence)
      for (index, period) in total.periods.enumerated() {
        let reason = period.due > 0 ? nil : counts ? MissingRatio.noOccurrences : .noTasks
        #expect(total.ratioMissing(at: index) == reason, "\(example.id)")
      }
    }
  }

  /// CareKit's rings and charts include tasks that do not impact adherence, and show an empty day as full.
  @Test func ringsAndChartsOfAllTasks() throws {
    for example in try CareKitProgressCase.all("adherenceSeries") {
      let adherence = try adherence(of: example)
      let periods = adherence.total.periods.indices.map { index in
        adherence.tasks.reduce(into: Adherence()) { $0.merge($1.periods[index]) }
      }
      if Self.wholeDays[example.name] != nil { continue }
      let ring = periods.map { $0.ratio(.progress) ?? 1 }
      #expect(isEqual(ring, try #require(example.expected.calendarRing)), "\(example.id)")
      #expect(periods.map(\.valueSum) == example.expected.chartSum, "\(example.id)")
    }
  }

  private func adherence(of example: CareKitProgressCase) throws -> PatientAdherence {
    var query = AdherenceQuery(try example.days(), by: .day)
    query.denominator = .planned
    return try example.record().adherence(query)
  }

  /// Whether two series are equal up to rounding, with exactly the same complete days.
  private func isEqual(_ a: [Double?], _ b: [Double?]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { a, b in
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) < 1e-12
      }
  }
}
