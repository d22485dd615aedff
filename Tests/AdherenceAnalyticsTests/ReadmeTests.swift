import AdherenceAnalytics
import Scheduling
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
}
