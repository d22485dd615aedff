import Diagnostics
import FHIR
import Scheduling
import TestSupport
import Testing

/// The start and end of a course.
@Suite struct CourseTests {
  struct Example: CustomTestStringConvertible {
    var bounds: String
    var anchor: String
    var first: String
    var last: String
    var notes: [String] = []
    var testDescription: String { "\(bounds) from \(anchor)" }
  }

  /// The first and last of doses at 07:30, 08:30 and 20:30 in New York.
  @Test(arguments: [
    Example(
      bounds: #""boundsDuration": {"value": 2, "code": "d"}"#, anchor: "2024-03-09",
      first: "2024-03-09T12:30:00Z", last: "2024-03-11T00:30:00Z"),
    Example(
      bounds: #""boundsDuration": {"value": 12, "code": "h"}"#, anchor: "2024-03-08",
      first: "2024-03-08T13:30:00Z", last: "2024-03-08T13:30:00Z", notes: ["assumedTime"]),
    Example(
      bounds: #""boundsDuration": {"value": 24, "code": "h"}"#, anchor: "2024-03-09T08:00:00-05:00",
      first: "2024-03-09T13:30:00Z", last: "2024-03-10T12:30:00Z"),
    Example(
      bounds: #""boundsDuration": {"value": 1, "code": "d"}"#, anchor: "2024-03-09T08:00:00-05:00",
      first: "2024-03-09T13:30:00Z", last: "2024-03-10T11:30:00Z"),
    Example(
      bounds: #""boundsDuration": {"value": 1, "code": "mo"}"#, anchor: "2024-01-31",
      first: "2024-01-31T12:30:00Z", last: "2024-02-29T01:30:00Z"),
    Example(
      bounds:
        #""boundsRange": {"low": {"value": 1, "code": "d"}, "high": {"value": 9, "code": "d"}}"#,
      anchor: "2024-03-08", first: "2024-03-08T12:30:00Z", last: "2024-03-09T01:30:00Z"),
    Example(
      bounds:
        #""boundsPeriod": {"start": "2024-03-08T08:30:00-05:00", "end": "2024-03-09T07:30:00-05:00"}"#,
      anchor: "2020-01-01", first: "2024-03-08T13:30:00Z", last: "2024-03-09T12:30:00Z"),
    Example(
      bounds: #""boundsPeriod": {"end": "2024-03"}"#, anchor: "2024-03-31",
      first: "2024-03-31T11:30:00Z", last: "2024-04-01T00:30:00Z", notes: ["partialDate"]),
    Example(
      bounds: #""boundsPeriod": {"start": "2024-02", "end": "2024-02-01"}"#, anchor: "2024-03-31",
      first: "2024-02-01T12:30:00Z", last: "2024-02-02T01:30:00Z", notes: ["partialDate"]),
  ])
  func beginsAndEnds(_ example: Example) throws {
    let times = #""timeOfDay": ["07:30:00", "08:30:00", "20:30:00"]"#
    let plan = try plan(repeat: "{\(times), \(example.bounds)}", from: example.anchor)
    let all = compiled(plan.schedule, in: try zone("America/New_York"))
      .starting(in: .earliest ..< .latest).map(\.start)
    #expect(all.first == (try at(example.first)))
    #expect(all.last == (try at(example.last)))
    #expect(plan.notes.map(\.problem.kind) == example.notes)
  }
}
