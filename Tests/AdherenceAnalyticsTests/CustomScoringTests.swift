import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct CustomScoringTests {
  static let greatest = CustomScoring("greatest value") { values, targets in
    (values.map(\.amount).max() ?? 0) / Double(targets.count)
  }

  @Test(arguments: [(0.25, 0.25), (1, 1), (7, 1), (-1, 0), (.nan, 0), (.infinity, 1)])
  func resultsLieBetween0And1(_ result: Double, _ progress: Double) {
    let scoring = Scoring.custom(CustomScoring("constant") { _, _ in result })
    #expect(scoring.progress(of: [], against: []) == progress)
  }

  @Test func aNameIsAnIdentity() {
    let other = CustomScoring("greatest value") { _, _ in 0 }
    #expect(Scoring.custom(Self.greatest) == .custom(other))
    #expect(Set([Scoring.custom(Self.greatest), .custom(other)]).count == 1)
    #expect(Scoring.custom(Self.greatest) != .custom(CustomScoring("least value") { _, _ in 0 }))
    #expect(Scoring.custom(CustomScoring("recorded") { _, _ in 0 }) != .recorded)
  }

  @Test func customScoringsAreFoundByName() {
    #expect(Scoring.allCases.map(\.rawValue).compactMap(Scoring.init) == Scoring.allCases)
    #expect(Scoring(rawValue: "greatest value") == nil)
    #expect(Scoring(rawValue: Scoring.custom(Self.greatest).rawValue) == nil)
  }

  /// All outcomes with the same key are one outcome; a refusal has no progress.
  @Test func itSeesTheValuesAndTargetsOfOneOccurrence() throws {
    let tablet = try element(
      from: "2024-01-15T08:00", targets: [ScheduleElement.Target(1), ScheduleElement.Target(2)])
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: [
        try outcome("tablet/2024-01-15T08:00", value: 0.5),
        try outcome("tablet/2024-01-15T08:00", value: 1),
        try outcome("tablet/2024-01-16T08:00", value: 2),
        try outcome("tablet/2024-01-17T08:00", value: 2, status: .declined),
      ])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-19"))
    query.scoring = .custom(Self.greatest)
    let scored = try record.evaluate(record.tasks[0], query).scored
    #expect(scored.map(\.progress) == [0.5, 1, 0, 0])
    #expect(scored.map(\.state) == [.partial, .done, .declined, .missed])
  }

  @Test(arguments: [
    (Scoring.recorded, [1.0, 1, 1]), (.summed, [0.75, 1, 0.25]), (.reached, [0, 1, 0]),
    (.fractionReached, [0.5, 1, 0.5]), (.fractionRecorded, [1, 1, 0.5]),
  ]) func everyScoringSeesAllThatWasRecorded(_ scoring: Scoring, _ progress: [Double]) throws {
    let tablet = try element(
      from: "2024-01-15T08:00", targets: [ScheduleElement.Target(1), ScheduleElement.Target(3)])
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: [
        try outcome("tablet/2024-01-15T08:00", value: 1),
        try outcome("tablet/2024-01-15T08:00", value: 2),
        try outcome("tablet/2024-01-16T08:00", value: 2),
        try outcome("tablet/2024-01-16T08:00", value: 3),
        try outcome("tablet/2024-01-17T08:00", value: 1),
      ])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-18"))
    query.scoring = scoring
    #expect(try record.evaluate(record.tasks[0], query).scored.map(\.progress) == progress)
    #expect(record.adherence(query).total.periods[0].done == progress.count { $0 == 1 })
  }

  @Test func aTasksScoringComesBeforeTheQuerys() throws {
    let targets = [ScheduleElement.Target(2)]
    var tablet = task("tablet", .keyed, try element(from: "2024-01-15T08:00", targets: targets))
    tablet.scoring = .summed
    let walk = task("walk", .keyed, try element("walk", from: "2024-01-15T08:00", targets: targets))
    let record = CareRecord(
      patient: try patient(), tasks: [tablet, walk],
      outcomes: [
        try outcome("tablet/2024-01-15T08:00", value: 1),
        try outcome("walk/2024-01-15T08:00", of: "walk", value: 1),
      ])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    for scoring in [Scoring.recorded, .reached] {
      query.scoring = scoring
      let tasks = record.adherence(query).tasks
      #expect(tasks.map(\.periods[0].progress) == [0.5, scoring == .recorded ? 1 : 0])
    }
  }

  @Test(arguments: [[], [ScheduleElement.Target(0)], [ScheduleElement.Target(.atMost(.number(2)))]])
  func withoutAnOutcomeNothingIsDone(_ targets: [ScheduleElement.Target]) throws {
    let tablet = try element(from: "2024-01-15T08:00", targets: targets)
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: [try outcome("tablet/2024-01-16T08:00", status: .skipped)])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    for scoring in Scoring.allCases + [.custom(CustomScoring("one") { _, _ in 1 })] {
      query.scoring = scoring
      let scored = try record.evaluate(record.tasks[0], query).scored
      #expect(scored.map(\.progress) == [0, 0])
      #expect(scored.map(\.state) == [.missed, .declined])
    }
  }

  @Test func valuesThatAreNotCreditedAreCounted() throws {
    let tablet = try element(
      from: "2024-01-15T08:00", targets: [ScheduleElement.Target(2, units: "mg")])
    let values = [
      OutcomeValue(.number(2), units: "mg"), OutcomeValue(.number(2), units: "mL"),
      OutcomeValue(.number(.nan)),
    ]
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: try ["15", "16"].map {
        Outcome(task: "tablet", key: try key("tablet/2024-01-\($0)T08:00"), values: values)
      })
    #expect(record.outcomes[0].values.count == 3)
    let whole = record.adherence(AdherenceQuery(try days("2024-01-15", "2024-01-18"))).total
    #expect(whole.periods[0].uncredited == 4)
    #expect(whole.periods[0].valueSum == 4)
    #expect(whole.periods[0].creditedSum == 4)
    #expect(whole.periods[0].targetSum == 6)
  }
}
