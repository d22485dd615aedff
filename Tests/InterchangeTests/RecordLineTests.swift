import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling
import Testing

@Suite struct RecordLineTests {
  private let plan =
    #"{"elements": [{"id": "am", "start": "2025-01-01T08:00:00", "every": "P1D"}]}"#

  private func line(_ outcomes: String, tasks: String? = nil, holds: String = "") -> String {
    let tasks = tasks ?? #"{"id": "tablet", "schedule": \#(plan)}"#
    return #"""
      {"patient": {"id": "ann", "zone": "Europe/Berlin", "group": "A"}, "tasks": [\#(tasks)], \#
      "outcomes": [\#(outcomes)], "holds": [\#(holds)]}
      """#
  }

  @Test func everyPart() throws {
    let read = try RecordLine(
      line(
        #"{"task": "tablet", "element": "am", "nominal": "2025-01-02T08:00:00", "value": 2, "units": "mg", "kind": "dose", "status": "completed"}, {"task": "tablet", "time": "2025-01-03T08:30:00", "status": "skipped"}, {"task": "tablet", "time": "2025-01-04T08:30:00Z", "value": true}"#,
        holds: #"{"from": "2025-02-01", "to": "2025-02-08", "mode": "exclude", "reason": "away"}"#))
    let record = read.record
    #expect(read.problems.isEmpty)
    #expect(
      record.patient == Patient(id: "ann", zone: try #require(Zone("Europe/Berlin")), group: "A"))
    #expect(record.tasks.map(\.id) == ["tablet"])
    #expect(record.outcomes[0].key?.description == "am/2025-01-02T08:00:00")
    #expect(record.outcomes[0].values == [OutcomeValue(.number(2), units: "mg", kind: "dose")])
    // A local time is in the patient's zone.
    #expect(record.outcomes[1].time == Instant("2025-01-03T07:30:00Z"))
    #expect(record.outcomes[1].status == .skipped)
    #expect(record.outcomes[2].values.map(\.content) == [.boolean(true)])
    #expect(record.holds.map(\.reason) == ["away"])
  }

  /// A line has at most 512 levels; deeper ones are rejected with an explanation.
  @Test(arguments: ["[", "{\"a\":"]) func limitsNesting(_ bracket: String) throws {
    func line(_ depth: Int) -> String {
      let end = bracket == "[" ? "]" : "}"
      let nested =
        String(repeating: bracket, count: depth) + "1" + String(repeating: end, count: depth)
      return #"{"patient": {"id": "ann", "zone": "UTC"}, "note": "[{[", "more": \#(nested)}"#
    }
    let deep = #expect(throws: InputError.self) { try RecordLine(line(512)) }
    #expect(deep?.description == "has too many levels of nested brackets: the limit is 512")
    let shallow = #expect(throws: InputError.self) { try RecordLine(line(511)) }
    #expect(shallow?.problem.kind == "unknownField")
    let unclosed = #expect(throws: InputError.self) { try RecordLine(#"{"patient": "[["#) }
    #expect(unclosed?.problem.kind == "malformed")
  }

  /// One of two members with the same name would be lost.
  @Test(arguments: ["holds", "outcomes", #"h\u006flds"#], ["", " ", "\t\r\n"])
  func rejectsDuplicateList(_ name: String, _ space: String) throws {
    let hold = #"{"from": "2025-02-01", "to": "2025-02-08"}"#
    let line = #"{"patient": {"id": "ann", "zone": "UTC"}, "holds": [\#(hold)], "outcomes": [], "#
    let error = #expect(throws: InputError.self) {
      try RecordLine(line + #""\#(name)"\#(space): []}"#)
    }
    #expect(error?.problem == .duplicate(kind: "property", id: name == "outcomes" ? name : "holds"))
    #expect(try RecordLine(line + #""tasks": []}"#).record.holds.count == 1)
  }

  /// An invalid entry: its error, and the rest of the line is read.
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var outcome: String
    var problem: String
  }

  @Test(arguments: [
    Example(
      testDescription: "infinite value",
      outcome: #"{"task": "tablet", "time": "2025-01-01T08:00:00Z", "value": "-inf"}"#,
      problem: "'outcomes.1.value' must be finite, not '-inf'"),
    Example(
      testDescription: "value of no kind",
      outcome: #"{"task": "tablet", "time": "2025-01-01T08:00:00Z", "value": [1]}"#,
      problem: "'outcomes.1.value' is not a number: '…' (use a point, as in 2.5)"),
    Example(
      testDescription: "unknown task",
      outcome: #"{"task": "walk", "time": "2025-01-01T08:00:00Z"}"#,
      problem: "'outcomes.1.task' names an unknown task: 'walk'"),
    Example(
      testDescription: "unknown property",
      outcome: #"{"task": "tablet", "when": "2025-01-01T08:00:00Z"}"#,
      problem:
        "'outcomes.1.when' is unknown (known: task, element, nominal, time, value, units, kind, type, status, id, recordedAt, deleted, group, tags, remoteID, note, notes, userInfo, values)"
    ),
    Example(
      testDescription: "unknown status",
      outcome: #"{"task": "tablet", "time": "2025-01-01T08:00:00Z", "status": "done"}"#,
      problem: "'outcomes.1.status' cannot be 'done' (use completed, skipped, declined)"),
    Example(
      testDescription: "neither key nor time", outcome: #"{"task": "tablet"}"#,
      problem: "'outcomes.1.time' is missing (it is required)"),
    Example(
      testDescription: "an occurrence that does not exist",
      outcome: #"{"task": "tablet", "element": "am", "nominal": "2025-01-01T09:00:00"}"#,
      problem: "'outcomes.1.nominal' names an unknown occurrence: 'am/2025-01-01T09:00:00'"),
  ])
  func wrongOutcome(_ example: Example) throws {
    let good = #"{"task": "tablet", "time": "2025-01-01T07:00:00Z"}"#
    let read = try RecordLine(line("\(good), \(example.outcome), \(good)"))
    #expect(read.problems.map(\.description) == [example.problem])
    #expect(read.record.outcomes.filter { $0.key == nil }.count == 2)
  }

  @Test func wrongTasksAndHolds() throws {
    let read = try RecordLine(
      line(
        "",
        tasks:
          #"{"id": "tablet", "schedule": \#(plan)}, {"id": "tablet", "schedule": \#(plan)}, {"id": "walk", "schedule": {"elements": [{"start": "2025-01-01", "every": "PT8H"}]}}"#,
        holds: #"{"from": "2025-02-01", "to": "2025-01-01"}, {"task": "x", "from": "2025-02-01"}"#))
    #expect(
      read.problems.map(\.description) == [
        "'tasks.1.effectiveFrom' makes overlapping versions of the task 'tablet' (the first one is used; give them different effective or recorded times)",
        "'tasks.2.schedule.elements.0.every' must be whole days when the element is all day, not 'PT8H'",
        "'holds.0.to' must not precede 'from', not '2025-01-01T00:00:00'",
        "'holds.1.task' names an unknown task: 'x'",
      ])
  }

  @Test(arguments: [
    ("{", "is not a JSON value: '{' (check quotes, commas and braces)"),
    ("[]", "is not an object: '…' (put it in braces)"),
    ("{}", "'patient' is missing (it is required)"),
    (
      #"{"patient": {"id": "ann", "zone": "Mars"}}"#,
      "'patient.zone' is not a time zone: 'Mars' (use an IANA name, as in America/New_York)"
    ),
  ])
  func wrongLine(_ text: String, _ problem: String) {
    let error = #expect(throws: InputError.self) { try RecordLine(text) }
    #expect(error?.description == problem)
  }
}
