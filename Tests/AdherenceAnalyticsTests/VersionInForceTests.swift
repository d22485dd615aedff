import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Versions of one task, by the rules of section 11 of the semantics.
@Suite struct VersionInForceTests {
  struct Version {
    var name: String
    var from: String?
    var recorded: String?
    var deleted: String?
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var versions: [Version]
    /// The version of each of the first ten days of January; `-` where there is none.
    var days: String
    /// The same as known on January 5.
    var known: String?
  }

  static let examples = [
    Example(
      testDescription: "one from ever", versions: [Version(name: "a")], days: "aaaaaaaaaa"),
    Example(
      testDescription: "one from a day on", versions: [Version(name: "a", from: "2024-01-04")],
      days: "---aaaaaaa"),
    Example(
      testDescription: "the later one takes over",
      versions: [
        Version(name: "a"), Version(name: "b", from: "2024-01-04", recorded: "2024-01-03"),
      ], days: "aaabbbbbbb", known: "aaabbbbbbb"),
    Example(
      testDescription: "the order of the list is no matter",
      versions: [
        Version(name: "b", from: "2024-01-04", recorded: "2024-01-03"), Version(name: "a"),
      ], days: "aaabbbbbbb"),
    Example(
      testDescription: "what became known later was not known before",
      versions: [
        Version(name: "a", recorded: "2024-01-01"),
        Version(name: "b", from: "2024-01-04", recorded: "2024-01-08"),
      ], days: "aaabbbbbbb", known: "aaaaaaaaaa"),
    Example(
      testDescription: "of two that hold from one moment the latest recorded",
      versions: [
        Version(name: "b", from: "2024-01-03", recorded: "2024-01-07"),
        Version(name: "a", from: "2024-01-03", recorded: "2024-01-04"),
      ], days: "--bbbbbbbb", known: "--aaaaaaaa"),
    Example(
      testDescription: "one recorded later that holds earlier eclipses the other wholly",
      versions: [
        Version(name: "a", from: "2024-01-01", recorded: "2024-01-01"),
        Version(name: "b", from: "2024-01-06", recorded: "2024-01-02"),
        Version(name: "c", from: "2024-01-03", recorded: "2024-01-09"),
      ], days: "aacccccccc", known: "aaaaabbbbb"),
    Example(
      testDescription: "without a moment of knowledge nothing eclipses",
      versions: [
        Version(name: "a"), Version(name: "b", from: "2024-01-06"),
        Version(name: "c", from: "2024-01-03"),
      ], days: "aacccbbbbb"),
    Example(
      testDescription: "three in a row",
      versions: [
        Version(name: "a"), Version(name: "b", from: "2024-01-03"),
        Version(name: "c", from: "2024-01-06"),
      ], days: "aabbbccccc"),
    Example(
      testDescription: "deleted from a day on",
      versions: [Version(name: "a", deleted: "2024-01-07")], days: "aaaaaa----"),
    Example(
      testDescription: "deleted, and begun again",
      versions: [
        Version(name: "a", deleted: "2024-01-04"), Version(name: "b", from: "2024-01-08"),
      ], days: "aaa----bbb"),
    Example(
      testDescription: "a deletion that became known later",
      versions: [
        Version(name: "a", from: "2024-01-01", recorded: "2024-01-01"),
        Version(
          name: "a", from: "2024-01-01", recorded: "2024-01-08", deleted: "2024-01-03"),
      ], days: "aa--------", known: "aaaaaaaaaa"),
    Example(
      testDescription: "one that is never in force ends the one before all the same",
      versions: [
        Version(name: "a"), Version(name: "b", from: "2024-01-04", deleted: "2024-01-04"),
      ], days: "aaa-------"),
    Example(
      testDescription: "two that cannot be told apart: the first",
      versions: [
        Version(name: "a", from: "2024-01-02"), Version(name: "b", from: "2024-01-02"),
      ], days: "-aaaaaaaaa"),
  ]

  @Test(arguments: examples) func inForce(_ example: Example) throws {
    let record = try record(example.versions)
    #expect(try daysInForce(record) == example.days)
    if let known = example.known {
      #expect(try daysInForce(record, asKnownAt: try at("2024-01-05T12:00Z")) == known)
    }
  }

  /// Each of ten days at 08:00 belongs to the version with the latest beginning, by the definition.
  @Test func randomVersionsFollowTheDefinition() throws {
    var random = try RandomRecords(seed: 5)
    for _ in 0..<300 {
      let versions = try (0..<random.number(1...5)).map { position in
        Version(
          name: ["a", "b", "c", "d", "e"][position],
          from: try random.any([nil] + (1...9).map { "2024-01-0\($0)" }),
          recorded: try random.any([nil] + (1...5).map { "2024-01-0\($0)" }),
          deleted: try random.any([nil, nil, nil] + (2...9).map { "2024-01-0\($0)" }))
      }
      let expected = (1...10).map {
        inForce(versions, on: $0 < 10 ? "2024-01-0\($0)" : "2024-01-10")
      }
      #expect(try daysInForce(try record(versions)) == expected.joined(), "\(versions)")
    }
  }

  /// The rule as stated, on strings.
  private func inForce(_ versions: [Version], on day: String) -> String {
    func from(_ version: Version) -> String { version.from ?? "" }
    func recorded(_ version: Version) -> String { version.recorded ?? "" }
    var known: [Version] = []
    for version in versions
    where !known.contains(where: {
      from($0) == from(version) && recorded($0) == recorded(version)
    }) {
      known.append(version)
    }
    let rivals = known
    known.removeAll { version in
      rivals.contains { recorded(version) < recorded($0) && from($0) <= from(version) }
    }
    let best = known.filter { from($0) <= day }.max { from($0) < from($1) }
    guard let best else { return "-" }
    return best.deleted.map { $0 <= day } == true ? "-" : best.name
  }

  @Test func aKeyOfBothSidesBelongsToTheLater() throws {
    var record = try record([Version(name: "a"), Version(name: "b", from: "2024-01-04")])
    record.tasks[1].schedule.elements[0].targets = [ScheduleElement.Target(2)]
    let plan = try evaluated(record).plan
    for (text, target) in [("2024-01-03T08:00", nil), ("2024-01-04T08:00", 2.0)] {
      let row = try #require(plan.occurrence(for: try key("tablet/\(text)")))
      #expect(plan.targets(of: row) == target.map { [ScheduleElement.Target($0)] } ?? [])
    }
  }

  @Test func anAddedOccurrenceDoesNotReturnInTheOtherVersion() throws {
    var record = try record([Version(name: "a"), Version(name: "b", from: "2024-01-04")])
    for index in record.tasks.indices {
      record.tasks[index].schedule = record.tasks[index].schedule
        .added(try key("tablet/2024-01-02T12:00")).added(try key("tablet/2024-01-05T12:00"))
    }
    let evaluation = try evaluated(record)
    let noons = evaluation.scored.map { evaluation.plan.key(of: $0.occurrence).nominal.description }
      .filter { $0.hasSuffix("12:00:00") }
    #expect(noons == ["2024-01-02T12:00:00", "2024-01-05T12:00:00"])
  }

  @Test func anOutcomeWhoseKeyIsGoneIsUnscheduledWithItsOldKey() throws {
    var record = try record([Version(name: "a"), Version(name: "b", from: "2024-01-04")])
    record.tasks[1].schedule.elements[0].times = [try #require(CivilTime("09:00"))]
    let old = try key("tablet/2024-01-05T08:00")
    record.outcomes = [try outcome("tablet/2024-01-02T08:00"), try outcome(old.description)]
    let evaluation = try evaluated(record)
    #expect(evaluation.dispositions == [.matched, .orphaned])
    #expect(evaluation.outcomes[1].key == old)
    #expect(record.orphans == [1])
    let total = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-01-11"))).total
    #expect(total.periods[0].unscheduled == 1)
  }

  @Test func aTaskWithVersionsIsOneSeries() throws {
    var record = try record([Version(name: "a"), Version(name: "b", from: "2024-01-04")])
    record.tasks.insert(
      task("walk", .keyed, try element("walk", from: "2024-01-01T18:00")), at: 1)
    let adherence = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-01-11")))
    #expect(adherence.tasks.map(\.task) == ["tablet", "walk"])
    #expect(adherence.tasks.map(\.periods[0].due) == [10, 10])
  }

  @Test func lastVersionInForceDescribesTheTask() throws {
    var record = try record([Version(name: "b", from: "2024-01-04"), Version(name: "a")])
    record.tasks[0].impactsAdherence = false
    let adherence = record.adherence(AdherenceQuery(try days("2024-01-01", "2024-01-11")))
    #expect(adherence.total.periods[0].due == 0)
    #expect(try evaluated(record).task.title == "b")
  }

  @Test func elapsedSequencesEndAtTheNextVersion() throws {
    var record = try record([Version(name: "a"), Version(name: "b", from: "2024-01-02")])
    for index in record.tasks.indices {
      record.tasks[index].schedule = Schedule([try element(from: "2024-01-01T08:00", every: "PT8H")]
      )
    }
    let evaluation = try evaluated(record)
    let parts = evaluation.scored.map { evaluation.plan.part(ofElement: $0.occurrence.element) }
    #expect(parts.prefix(5) == [0, 0, 1, 1, 1])
    #expect(evaluation.scored.prefix(5).map(\.occurrence.ordinal) == [0, 1, 2, 3, 4])
  }
}

// Outcomes and holds that were edited.
extension VersionInForceTests {
  struct Edit: CustomTestStringConvertible {
    var testDescription: String
    /// When each version became known, and its amount; no amount retracts the outcome.
    var versions: [(recorded: String?, amount: Double?)]
    var sum: Double?
    /// The same as known on January 5.
    var known: Double?
  }

  static let edits = [
    Edit(testDescription: "one", versions: [(nil, 1)], sum: 1, known: 1),
    Edit(
      testDescription: "the latest recorded counts",
      versions: [("2024-01-08", 3), ("2024-01-03", 2), (nil, 1)], sum: 3, known: 2),
    Edit(
      testDescription: "of those recorded at once the later in the list",
      versions: [("2024-01-03", 2), ("2024-01-03", 3)], sum: 3, known: 3),
    Edit(
      testDescription: "taken back", versions: [("2024-01-03", 2), ("2024-01-08", nil)], sum: nil,
      known: 2),
    Edit(
      testDescription: "taken back, and recorded again",
      versions: [("2024-01-02", 2), ("2024-01-03", nil), ("2024-01-08", 4)], sum: 4, known: nil),
  ]

  @Test(arguments: edits) func outcomesAreReplacedByTheirLatestVersion(_ edit: Edit) throws {
    var record = try record([Version(name: "a")])
    record.outcomes = [try outcome("tablet/2024-01-03T08:00", value: 7)]
    for (recorded, amount) in edit.versions {
      var version = try outcome("tablet/2024-01-02T08:00", value: amount)
      version.id = "O1"
      version.recordedAt = try recorded.map { try at("\($0)T00:00Z") }
      version.isDeleted = amount == nil
      record.outcomes.append(version)
    }
    #expect(try sum(record) == edit.sum)
    #expect(try sum(record, asKnownAt: try at("2024-01-05T12:00Z")) == edit.known)
  }

  /// The amount of January 2; `nil` where it was missed.
  private func sum(_ record: CareRecord, asKnownAt moment: Instant? = nil) throws -> Double? {
    let scored = try evaluated(record, asKnownAt: moment).scored
    #expect(scored[2].sums.value == 7)
    return scored[1].state == .missed ? nil : scored[1].sums.value
  }

  @Test func holdsAreReplacedByTheirLatestVersion() throws {
    var record = try record([Version(name: "a")])
    for (recorded, to) in [("2024-01-02", "2024-01-06"), ("2024-01-08", "2024-01-04")] {
      var hold = Hold(from: try moment("2024-01-03"), to: try moment(to))
      hold.id = "H1"
      hold.recordedAt = try at("\(recorded)T00:00Z")
      record.holds.append(hold)
    }
    func suspended(asKnownAt moment: String?) throws -> Int {
      try evaluated(record, asKnownAt: try moment.map(at)).scored
        .count { $0.state == .onHold }
    }
    #expect(try suspended(asKnownAt: nil) == 1)
    #expect(try suspended(asKnownAt: "2024-01-05T00:00Z") == 3)
    #expect(try suspended(asKnownAt: "2024-01-01T00:00Z") == 0)
    record.holds[1].isDeleted = true
    #expect(try suspended(asKnownAt: nil) == 0)
  }
}

// Invariants, for random records.
extension VersionInForceTests {
  @Test func anEditThatChangesNothingChangesNoRow() throws {
    var random = try RandomRecords(seed: 61)
    for _ in 0..<80 {
      var record = try random.record()
      for index in record.holds.indices {
        record.holds[index].mode = try random.any([.exclude, .extend])
      }
      let query = try random.query()
      var edited = record
      var version = try random.any(record.tasks)
      version.title = "edited"
      version.effectiveFrom = .instant(random.instant())
      version.recordedAt = random.instant()
      edited.tasks.append(version)
      for task in record.tasks {
        #expect(try rows(record, task, query) == rows(edited, task, query))
      }
      #expect(edited.adherence(query).tasks == record.adherence(query).tasks)
    }
  }

  @Test func recordsAsKnownBeforeAnEditAreUnchanged() throws {
    var random = try RandomRecords(seed: 23)
    for _ in 0..<80 {
      let record = try random.record()
      var query = try random.query()
      let edited = try edit(record, at: try at("2025-06-01T00:00Z"), &random)
      query.asKnownAt = try at("2025-05-31T23:59:59Z")
      #expect(edited.known(at: query.asKnownAt) == record)
      #expect(edited.adherence(query).series == record.adherence(query).series)
      query.asKnownAt = try at("2025-06-01T00:00Z")
      #expect(edited.adherence(query).series.count > 0)
    }
  }

  /// Edits every kind of entity, without changing anything.
  private func edit(
    _ record: CareRecord, at moment: Instant, _ random: inout RandomRecords
  ) throws -> CareRecord {
    var record = record
    var task = try random.any(record.tasks)
    task.schedule.elements[0].recurrence = .every(try period("P3D"))
    task.effectiveFrom = .instant(random.instant())
    task.recordedAt = moment
    record.tasks.append(task)
    var hold = Hold(from: .instant(random.instant()), to: nil)
    hold.mode = try random.any(Hold.Mode.allCases)
    hold.recordedAt = moment
    record.holds.append(hold)
    for index in record.outcomes.indices.prefix(3) {
      var outcome = record.outcomes[index]
      outcome.recordedAt = moment
      outcome.values = []
      record.outcomes.append(outcome)
    }
    return record
  }
}

extension VersionInForceTests {
  /// A daily tablet at 08:00 from January 1, 2024, in versions that differ in title only.
  private func record(_ versions: [Version]) throws -> CareRecord {
    let tasks = try versions.map { version in
      var task = task("tablet", .keyed, try element(from: "2024-01-01T08:00"))
      task.title = version.name
      task.effectiveFrom = try version.from.map(moment)
      task.recordedAt = try version.recorded.map { try at("\($0)T00:00Z") }
      task.deletedAt = try version.deleted.map(moment)
      return task
    }
    return CareRecord(patient: try patient(), tasks: tasks)
  }

  private func evaluated(_ record: CareRecord, asKnownAt moment: Instant? = nil) throws
    -> TaskEvaluation
  {
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-11"))
    query.asKnownAt = moment
    return try record.evaluate(record.tasks[0], query)
  }

  private func daysInForce(_ record: CareRecord, asKnownAt moment: Instant? = nil) throws -> String
  {
    let evaluation = try evaluated(record, asKnownAt: moment)
    var names = Array(repeating: "-", count: 10)
    for scored in evaluation.scored {
      let part = evaluation.plan.part(ofElement: scored.occurrence.element)
      names[scored.day - (try day("2024-01-01"))] = evaluation.plan.parts[part].task.title ?? ""
    }
    return names.joined()
  }

  /// The rows of a task without the positions of elements, which depend on versions.
  private func rows(_ record: CareRecord, _ task: CareTask, _ query: AdherenceQuery) throws
    -> [String]
  {
    let evaluation = try record.evaluate(task, query)
    return evaluation.scored.map { scored in
      "\(evaluation.plan.key(of: scored.occurrence)) \(scored.occurrence.start) \(scored.state) "
        + "\(scored.day) \(scored.window) \(scored.progress) \(scored.events)"
    }.sorted() + evaluation.dispositions.map(\.rawValue)
  }
}
