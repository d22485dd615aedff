import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Patients who travel, by section 10 of the semantics.
@Suite struct TravelTests {
  /// New York until June 10, 2024 at 18:00 (22:00Z), then Dublin, where it is 23:00.
  private func traveller(_ elements: ScheduleElement...) throws -> CareRecord {
    let home = Zone(
      home: try zone("America/New_York"),
      arrivals: [.init(from: try at("2024-06-10T22:00Z"), zone: try zone("Europe/Dublin"))])
    var task = CareTask(id: "tablet", schedule: Schedule(elements))
    task.matching = .window
    return CareRecord(patient: Patient(id: "P", zone: home), tasks: [task])
  }

  private func evaluated(_ record: CareRecord, asOf: String? = nil) throws -> TaskEvaluation {
    var query = AdherenceQuery(try days("2024-06-09", "2024-06-13"), by: .day)
    query.asOf = try asOf.map(at)
    return try record.evaluate(record.tasks[0], query)
  }

  // Example 14 of the semantics.
  @Test func nineInTheMorningFollowsThePatient() throws {
    let evaluation = try evaluated(try traveller(try element(from: "2024-06-10T09:00")))
    let starts = evaluation.scored.map(\.occurrence.start)
    let expected = try ["2024-06-10T13:00Z", "2024-06-11T08:00Z", "2024-06-12T08:00Z"].map(at)
    #expect(starts == expected)
  }

  @Test func skippedTimesOfTravelAreDueOnArrival() throws {
    let evaluation = try evaluated(try traveller(try element(from: "2024-06-09T21:00")))
    let starts = evaluation.scored.map(\.occurrence.start)
    let expected = try [
      "2024-06-10T01:00Z", "2024-06-10T22:00Z", "2024-06-11T20:00Z", "2024-06-12T20:00Z",
    ].map(at)
    #expect(starts == expected)
    #expect(
      evaluation.plan.key(of: evaluation.scored[1].occurrence)
        == (try key("tablet/2024-06-10T21:00")))
  }

  @Test func anOccurrenceCountsOnTheDayForWhichItWasPlanned() throws {
    let evaluation = try evaluated(try traveller(try element(from: "2024-06-09T23:30")))
    let scored = evaluation.scored
    #expect(
      scored.map(\.day)
        == (try ["2024-06-09", "2024-06-10", "2024-06-11", "2024-06-12"].map(day)))
    // 23:30 of the day of travel is in Dublin, and on its day there.
    #expect(scored[1].occurrence.start == (try at("2024-06-10T22:30Z")))
    // The day begins in New York and ends in Dublin: it has nineteen hours.
    #expect(scored[1].window.open == (try at("2024-06-10T04:00Z")))
    #expect(scored[1].window.expiry == (try at("2024-06-10T23:00Z")))
  }

  struct State: CustomTestStringConvertible {
    var asOf: String
    var states: [OccurrenceState]

    var testDescription: String { asOf }
  }

  static let states = [
    State(asOf: "2024-06-10T12:30Z", states: [.open, .upcoming, .upcoming]),
    State(asOf: "2024-06-10T14:30Z", states: [.overdue, .upcoming, .upcoming]),
    State(asOf: "2024-06-10T17:00Z", states: [.missed, .upcoming, .upcoming]),
    State(asOf: "2024-06-11T07:30Z", states: [.missed, .open, .upcoming]),
    State(asOf: "2024-06-11T12:00Z", states: [.missed, .missed, .upcoming]),
  ]

  @Test(arguments: states) func statesFollowTheClock(_ example: State) throws {
    let window = try window(opens: "PT1H", closes: "PT1H", late: "PT4H")
    let record = try traveller(try element(from: "2024-06-10T09:00", window: window))
    #expect(try evaluated(record, asOf: example.asOf).scored.map(\.state) == example.states)
  }

  @Test func eventsAreMatchedAndCountedInTheLocalZone() throws {
    let window = try window(opens: "PT1H", closes: "PT1H", late: "PT4H")
    var record = try traveller(try element(from: "2024-06-10T09:00", window: window))
    record.outcomes = [
      // 09:05 in New York, 10:30 in Dublin, and 00:30 in Dublin, which is still the 10th in New York.
      try event("2024-06-10T13:05:00Z"), try event("2024-06-11T09:30:00Z"),
      try event("2024-06-10T23:30:00Z"),
    ]
    let evaluation = try evaluated(record)
    #expect(evaluation.scored.map(\.timing) == [.inWindow, .late, nil])
    #expect(evaluation.dispositions == [.matched, .matched, .unmatched])
    var query = AdherenceQuery(try days("2024-06-09", "2024-06-13"), by: .day)
    query.asOf = try at("2024-06-20T00:00Z")
    let periods = record.adherence(query).total.periods
    #expect(periods.map(\.due) == [0, 1, 1, 1])
    #expect(periods.map(\.done) == [0, 1, 1, 0])
    #expect(periods.map(\.unscheduled) == [0, 0, 1, 0])
  }

  @Test func aFixedElementStaysWhereItIs() throws {
    var element = try element(from: "2024-06-10T09:00")
    element.clockBinding = .fixed(try zone("America/New_York"))
    let evaluation = try evaluated(try traveller(element))
    let expected = try ["2024-06-10T13:00Z", "2024-06-11T13:00Z", "2024-06-12T13:00Z"].map(at)
    #expect(evaluation.scored.map(\.occurrence.start) == expected)
  }

  /// Keys are nominal, so travel that becomes known later keeps every outcome.
  @Test func keysSurviveAChangeOfTheTimeline() throws {
    let journeys: [[(String, String)]] = [
      [], [("2024-06-10T22:00Z", "Europe/Dublin")], [("2024-06-11T10:00Z", "Asia/Kolkata")],
      [("2024-06-09T20:00Z", "America/Los_Angeles"), ("2024-06-12T01:00Z", "Europe/Dublin")],
    ]
    let elements = [
      try element(from: "2024-06-08T02:00", at: ["02:00", "09:00", "21:00"])
    ]
    var keys: [Set<String>] = []
    for journey in journeys {
      var record = try traveller(elements[0])
      record.patient.zone = Zone(
        home: try zone("America/New_York"),
        arrivals: try journey.map { .init(from: try at($0.0), zone: try zone($0.1)) })
      let evaluation = try evaluated(record)
      let plan = evaluation.plan
      for scored in evaluation.scored {
        #expect(plan.occurrence(for: plan.key(of: scored.occurrence)) == scored.occurrence)
      }
      keys.append(Set(evaluation.scored.map { plan.key(of: $0.occurrence).description }))
    }
    #expect(keys.allSatisfy { $0 == keys[0] && $0.count == 12 })
  }

  @Test func aPlanThatIsProlongedTravelsToo() throws {
    var record = try traveller(try element(from: "2024-06-08T09:00"))
    var hold = Hold(from: try moment("2024-06-09"), to: try moment("2024-06-11"))
    hold.mode = .extend
    record.holds = [hold]
    let starts = try evaluated(record).scored.map(\.occurrence.start)
    #expect(starts == (try ["2024-06-11T08:00Z", "2024-06-12T08:00Z"].map(at)))
  }
}
