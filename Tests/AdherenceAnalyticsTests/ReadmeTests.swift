import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The example of the README, in the same words.
@Suite struct ReadmeTests {
  @Test func inSwift() throws {
    var tablet = ScheduleElement("tablet", from: try local("2025-03-08T08:00:00"))
    tablet.recurrence = .every(Period(days: 1))
    let record = CareRecord(
      patient: Patient(id: "ann", zone: try zone("America/New_York")),
      tasks: [CareTask(id: "tablet", schedule: Schedule([tablet]))],
      outcomes: [Outcome(task: "tablet", time: try at("2025-03-09T12:10:00Z"))])
    let days = try days("2025-03-08", "2025-03-10")
    #expect(record.adherence(AdherenceQuery(days)).total.periods[0].ratio == 0.5)
  }

  @Test func targetsAndScoring() throws {
    var tablet = ScheduleElement("tablet", from: try local("2025-03-08T08:00:00"))
    tablet.targets = [
      .init(8, units: "mL"), .init(.atMost(.number(140)), units: "mmHg", kind: "systolic"),
    ]
    var query = AdherenceQuery(try days("2025-03-08", "2025-03-10"))
    query.scoring = .reached
    let values = [
      OutcomeValue(.number(8), units: "mL"),
      OutcomeValue(.number(135), units: "mmHg", kind: "systolic"),
    ]
    let record = CareRecord(
      patient: Patient(id: "ann", zone: try zone("America/New_York")),
      tasks: [CareTask(id: "tablet", schedule: Schedule([tablet]))],
      outcomes: [
        Outcome(task: "tablet", time: try at("2025-03-08T12:10:00Z"), values: values)
      ])
    #expect(record.adherence(query).total.periods[0].ratio == 1)
    query.scoring = .custom(
      CustomScoring("greatest") { values, _ in values.map(\.amount).max() ?? 0 })
    #expect(record.adherence(query).total.periods[0].reaches(Share(1, of: 1)))
    #expect(record.outcomes.count { $0.task == "tablet" } == 1)
    #expect(record.outcomes.reduce(0) { $0 + $1.values.count } == 2)
  }
}
