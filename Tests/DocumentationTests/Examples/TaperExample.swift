import AdherenceAnalytics
import Foundation
import PlainWords
import Scheduling
import Testing

/// The code of the tutorial on a taper, a pause and a journey.
@Suite(.printsAsWritten) struct TaperExample: Examples {
  @Test func asWritten() async throws {
    let first = CivilDate("2025-06-02")!
    func step(_ milligrams: Double, at times: String...) -> Schedule {
      var plan = Schedule.daily(at: times.map { CivilTime($0)! }, from: first, id: "dose")
      plan.elements[0].targets = [.init(milligrams, units: "mg")]
      return plan
    }
    let taper = Schedule(
      phases: [
        .init(step(20, at: "08:00", "20:00"), .days(3)),
        .init(step(10, at: "08:00", "20:00"), .days(2)),
        .init(step(5, at: "08:00"), .occurrences(3)),
      ], from: first)
    print(taper.summary)
    // every day at 08:00 and 20:00, 20 mg, before 5 June 2025; every day at 08:00 and 20:00 from 5 June 2025, 10 mg, before 7 June 2025; every day at 08:00 from 7 June 2025, 5 mg, 3 times

    let home = Zone("America/New_York")!
    let doses = try Occurrences(of: taper, in: home)
    for dose in doses.starting(in: Instant.earliest..<Instant.latest) {
      if case .atLeast(.number(let amount)) = doses.targets(of: dose)[0].condition {
        print(doses.nominal(of: dose), amount)
      }
    }
    // 2025-06-02T08:00:00 20.0
    // 2025-06-02T20:00:00 20.0
    // 2025-06-03T08:00:00 20.0
    // 2025-06-03T20:00:00 20.0
    // 2025-06-04T08:00:00 20.0
    // 2025-06-04T20:00:00 20.0
    // 2025-06-05T08:00:00 10.0
    // 2025-06-05T20:00:00 10.0
    // 2025-06-06T08:00:00 10.0
    // 2025-06-06T20:00:00 10.0
    // 2025-06-07T08:00:00 5.0
    // 2025-06-08T08:00:00 5.0
    // 2025-06-09T08:00:00 5.0

    var stay = Hold(
      from: LocalOrInstant("2025-06-06")!, to: LocalOrInstant("2025-06-08")!, reason: "in hospital")
    stay.mode = .extend
    var ann = CareRecord(
      patient: Patient(id: "ann", zone: home),
      tasks: [CareTask(id: "prednisolone", schedule: taper)], holds: [stay])
    let month = AdherenceQuery(first..<first.adding(days: 14))
    for event in try ann.events(month).suffix(6) { print(event.key.nominal) }
    // 2025-06-05T20:00:00
    // 2025-06-08T08:00:00
    // 2025-06-08T20:00:00
    // 2025-06-09T08:00:00
    // 2025-06-10T08:00:00
    // 2025-06-11T08:00:00

    let landing = Instant("2025-06-10T06:30:00Z")!
    ann.patient.zone = Zone(
      home: home, arrivals: [.init(from: landing, zone: Zone("Europe/Dublin")!)])
    for event in try ann.events(month).suffix(3) { print(event.key.nominal, event.start) }
    // 2025-06-09T08:00:00 2025-06-09T12:00:00Z
    // 2025-06-10T08:00:00 2025-06-10T07:00:00Z
    // 2025-06-11T08:00:00 2025-06-11T07:00:00Z

    for time in ["2025-06-02T12:05:00Z", "2025-06-08T13:00:00Z", "2025-06-10T07:10:00Z"] {
      ann.outcomes.append(Outcome(task: "prednisolone", time: Instant(time)!))
    }
    let total = ann.adherence(month).total.periods[0]
    print(total.due, total.done, total.onHold)  // 13 3 0
    for event in try ann.events(month) where event.state == .done { print(event.key) }
    // dose/2025-06-02T08:00:00
    // 2.dose/2025-06-08T08:00:00
    // 3.dose/2025-06-10T08:00:00
  }
}
