import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling
import Testing

@Suite struct ExpansionRequestTests {
  private func request(_ more: String) -> String {
    #"{"id": 7, "schedule": {"elements": [{"id": "am", "start": "2025-03-08T08:00:00", "every": "P1D", "duration": "PT2H"}]}, "#
      + more + "}"
  }

  private func occurrences(_ answer: ExpansionRequest.Answer) -> [Occurrence] {
    if case .ofSchedule(_, let rows) = answer.rows { rows } else { [] }
  }

  /// A plan in another format replaces the schedule of a line, and is expanded with all its tasks.
  @Test func plansOfOtherPatients() throws {
    var element = ScheduleElement("1", from: try #require(CivilDateTime("2025-03-08T08:00:00")))
    element.recurrence = .every(ISODuration(days: 1))
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    for id in ["a", "b"] { record.tasks.append(CareTask(id: id, schedule: Schedule([element]))) }
    let days = #""from": "2025-03-08", "to": "2025-03-10""#
    let read: ExpansionRequest.PlanReader = { line, _ in
      #expect(line["plan"]?.text == "both")
      return .record(record)
    }
    var request = try ExpansionRequest(
      line: "{\"plan\": \"both\", \(days)}", orPlanIn: ["plan"], by: read)
    #expect(try request.count() == 4)
    guard case .ofTasks(let rows) = try request.answer().rows else {
      Issue.record("no tasks")
      return
    }
    #expect(rows.map(\.task) == ["a", "b", "a", "b"])
    request.limit = 3
    #expect(try request.answer().rows.count == 3)
    #expect(throws: InputError(.conflict(with: "plan"), field: "schedule")) {
      try ExpansionRequest(line: self.request(days + #", "plan": 1"#), orPlanIn: ["plan"], by: read)
    }
    #expect(throws: InputError.self) { try ExpansionRequest(line: "{\"plan\": 1, \(days)}") }
  }

  @Test func localBoundsAreInTimeZoneOfPatient() throws {
    let answer = try ExpansionRequest(
      line: request(#""zone": "America/New_York", "from": "2025-03-08", "to": "2025-03-10""#)
    ).answer()
    #expect(
      occurrences(answer).map(\.start.description) == [
        "2025-03-08T13:00:00Z", "2025-03-09T12:00:00Z",
      ])
    #expect(answer.problem == nil)
  }

  @Test func overlapIncludesOngoingOccurrences() throws {
    let range = #""from": "2025-03-08T09:00:00Z", "to": "2025-03-09T08:00:00Z""#
    #expect(try ExpansionRequest(line: request(range)).answer().rows.count == 0)
    let overlapping = try ExpansionRequest(line: request(range + #", "overlap": true"#)).answer()
    #expect(occurrences(overlapping).map(\.ordinal) == [0])
  }

  @Test func respectsLimitsAndReportsDefault() throws {
    let limited = try ExpansionRequest(
      line: request(#""from": "2025-01-01", "to": "2026-01-01", "limit": 3"#)
    ).answer()
    #expect(occurrences(limited).map(\.ordinal) == [0, 1, 2])
    #expect(limited.problem == nil)
    let dense = try ExpansionRequest(
      line:
        #"{"schedule": {"elements": [{"start": "2025-01-01T00:00:00", "every": "PT1S"}]}, "from": "2025-01-01", "to": "3025-01-01"}"#
    )
    let answer = try dense.answer()
    #expect(answer.rows.count == 1_000_000)
    #expect(
      answer.problem?.description == "'schedule' has too many occurrences: the limit is 1000000")
    // One a second for a thousand years, 242 of them leap years.
    #expect(try dense.count() == 365_242 * 86_400)
  }

  @Test(arguments: [
    (
      #""from": "2025-01-02", "to": "2025-01-01""#,
      "'to' must not precede 'from', not '2025-01-01T00:00:00'"
    ),
    (#""from": "2025-01-01""#, "'to' is missing (it is required)"),
    (
      #""from": "soon", "to": "2025-01-01""#,
      "'from' is not a date or date-time: 'soon' (as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z)"
    ),
    (
      #""from": "2025-01-01", "to": "2025-01-02", "limit": -1"#,
      "'limit' must be 0 or more, not '-1'"
    ),
    (
      #""from": "2025-01-01", "to": "2025-01-02", "zone": "Mars""#,
      "'zone' is not a time zone: 'Mars' (use an IANA name, as in America/New_York)"
    ),
    (
      #""from": "2025-01-01", "to": "2025-01-02", "step": 1"#,
      "'step' is unknown (known: id, schedule, zone, from, to, overlap, limit)"
    ),
  ])
  func wrongRequest(_ more: String, _ problem: String) {
    let error = #expect(throws: InputError.self) {
      try ExpansionRequest(line: request(more)).answer()
    }
    #expect(error?.description == problem)
  }

  @Test(arguments: [
    (#"{"id": 7}"#, "7"), (#"{"id": "a\"b", "x": 1}"#, #""a\"b""#), ("{}", nil), ("nope", nil),
  ])
  func idOfLine(_ line: String, _ id: String?) {
    #expect(ExpansionRequest.id(ofLine: line) == id)
  }
}
