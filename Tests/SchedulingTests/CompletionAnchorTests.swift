import Diagnostics
import Foundation
import Scheduling
import Testing

/// Elements that follow completions of tasks, in JSON.
@Suite struct CompletionAnchorTests {
  private static func decode(_ element: String) throws -> Schedule {
    try JSONDecoder().decode(Schedule.self, from: Data("{\"elements\":[{\(element)}]}".utf8))
  }

  @Test(arguments: [
    #""after":{"from":"taken","offset":"PT8H"},"id":"1""#,
    #""after":{"from":"planned","minimumGap":"PT6H","offset":"PT8H","whenMissed":"wait"},"id":"1""#,
    #""after":{"offset":"P1D","task":"meal","time":"08:00","which":"last"},"id":"walk""#,
    #""after":{"from":"planned","offset":"PT1H","task":"meal","until":{"count":2,"from":"taken"}},"id":"w""#,
    #""after":{"from":"taken","offset":"P1D","until":{"count":2,"task":"training"}},"id":"1","#
      + #""start":"2025-01-06T08:00:00""#,
    #""after":{"event":"surgery","until":{"count":3,"event":"visit"}},"every":"P1D","id":"w""#,
  ])
  func isEncodedAsItWas(_ element: String) throws {
    let schedule = try Self.decode(element)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(schedule), as: UTF8.self)
    #expect(text == "{\"elements\":[{\(element)}]}")
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    var element: String
    var error: String
    /// The id of the task that has the schedule.
    var task: String?

    init(_ element: String, of task: String? = nil, _ error: String) {
      (self.element, self.task, self.error) = (element, task, error)
    }

    var testDescription: String { element }
  }

  @Test(arguments: [
    Bad(
      #""after": {"event": "a", "task": "b"}"#,
      "'elements.0.after.event' cannot be combined with 'task'"),
    Bad(
      #""after": {"event": "a", "from": "taken"}"#,
      "'elements.0.after.event' cannot be combined with 'from'"),
    Bad(#""after": {"task": ""}"#, "'elements.0.after.task' is missing"),
    Bad(
      #""after": {"task": "a", "from": "now"}"#,
      "'elements.0.after.from' cannot be 'now' (use taken, planned)"),
    Bad(
      #""after": {"from": "taken", "offset": "PT0S"}"#,
      "'elements.0.after.offset' must be longer than nothing"),
    Bad(#""after": {"from": "taken", "offset": "-PT8H"}"#, "must be longer than nothing"),
    Bad(#""after": {"from": "taken", "offset": "P1DT2H"}"#, "in days and months or in hours"),
    Bad(
      #""after": {"from": "taken", "offset": "PT8H", "minimumGap": "PT9H"}"#,
      "'elements.0.after.minimumGap' must be shorter than 'offset'"),
    Bad(
      #""after": {"from": "taken", "offset": "P1D", "minimumGap": "PT24H"}"#,
      "must be shorter than 'offset'"),
    Bad(
      #""after": {"from": "taken", "offset": "PT8H"}, "every": "PT8H""#,
      "'elements.0.every' contradicts that the element follows its own task"),
    Bad(
      #""after": {"from": "taken", "offset": "PT8H", "which": "last"}"#,
      "'elements.0.after.which' contradicts that"),
    Bad(
      #""after": {"from": "taken", "offset": "PT8H"}, "gap": "skip""#,
      "'elements.0.gap' contradicts that the element follows its own task"),
    Bad(
      #""after": {"from": "taken", "offset": "PT8H"}}, {"start": "2025-01-06T08:00:00""#,
      "follows its own task, and cannot be combined with other parts"),
    Bad(
      #""after": {"from": "taken", "offset": "PT8H", "until": {"from": "taken", "offset": "P1D"}}"#,
      "'elements.0.after.until.offset' contradicts that"),
    Bad(
      #""after": {"task": "a", "until": {"task": "b", "count": 0}}"#,
      "'elements.0.after.until.count' must be 1 or more, not '0'"),
    Bad(
      #""after": {"event": "a", "whenMissed": "wait"}"#,
      "'elements.0.after.whenMissed' is only for an element that follows its own task"),
    Bad(
      #""after": {"task": "a", "minimumGap": "PT1H"}"#, of: "b",
      "after.minimumGap' is only for an element"),
    Bad(
      #""after": {"task": "a"}, "start": "2025-01-06T08:00:00""#, of: "b",
      "'elements.0.start' cannot be combined with 'after'"),
    Bad(#""after": {"task": "a"}"#, of: "a", "must be longer than nothing"),
  ])
  func contradictionsAreErrors(_ example: Bad) {
    do {
      let schedule = try Self.decode(example.element)
      _ = try schedule.following(ownTask: example.task ?? "")
      Issue.record("it was read: \(schedule.elements)")
    } catch {
      #expect("\(error)".contains(example.error), "\(error)")
    }
  }

  @Test func hasNoDatesWithoutAPatient() throws {
    let schedule = try Self.decode(#""after": {"from": "taken", "offset": "PT8H"}"#)
    let error = #expect(throws: InputError.self) { try Occurrences(of: schedule, in: .utc) }
    #expect(error?.description.contains("without a patient's completions") == true)
  }
}
