import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import CareKitJSON

@Suite struct EntityReaderTests {
  /// A task or an outcome with an error, and the expected problem.
  struct Wrong: CustomTestStringConvertible {
    var name: String
    var text: String
    var problem: String
    var testDescription: String { name }
  }

  private static func element(_ text: String) -> String {
    #"""
    {"id": "x", "timezone": {"identifier": "Europe/Berlin"}, "schedule": {"elements": [{\#(text)}]}}
    """#
  }

  private static func daily(_ more: String, from start: String = "725788800") -> String {
    element(#""start": \#(start), "interval": {"day": 1}, \#(more)"#)
  }

  private static func interval(_ text: String, allDay: Bool = false) -> String {
    element(
      #""start": 725788800, "interval": {\#(text)}, "duration": {"isAllDay": \#(allDay), "seconds": 0}"#
    )
  }

  private static let elements = [
    Wrong(
      name: "a title of marks",
      text: daily(#""text": "a""#).replacing(
        #""id": "x""#,
        with: #""id": "x", "title": "x\#(String(repeating: "\u{301}\u{323}", count: 33))""#),
      problem: "0.title outOfRange"),
    Wrong(
      name: "milliseconds", text: daily(#""text": "a""#, from: "1704096000000"),
      problem: "0.schedule.elements.0.start outOfRange"),
    Wrong(
      name: "beyond the calendar", text: daily(#""text": "a""#, from: "-1e300"),
      problem: "0.schedule.elements.0.start outOfRange"),
    Wrong(
      name: "no number", text: daily(#""text": "a""#, from: "1e999"),
      problem: "0.schedule.elements.0.start outOfRange"),
    Wrong(
      name: "no date", text: daily(#""text": "a""#, from: #""2024-13-01T00:00:00Z""#),
      problem: "0.schedule.elements.0.start malformed"),
    Wrong(
      name: "interval of nothing", text: interval(""),
      problem: "0.schedule.elements.0.interval outOfRange"),
    Wrong(
      name: "interval of zeros", text: interval(#""day": 0, "hour": 0"#),
      problem: "0.schedule.elements.0.interval outOfRange"),
    Wrong(
      name: "negative part", text: interval(#""month": 1, "day": -3"#),
      problem: "0.schedule.elements.0.interval.day outOfRange"),
    Wrong(
      name: "endless part", text: interval(#""year": 1000000000000000000"#),
      problem: "0.schedule.elements.0.interval.year outOfRange"),
    Wrong(
      name: "beyond the calendar", text: interval(#""year": 10000, "month": 1"#),
      problem: "0.schedule.elements.0.interval outOfRange"),
    Wrong(
      name: "endless hours all day", text: interval(#""hour": 100000000"#, allDay: true),
      problem: "0.schedule.elements.0.interval outOfRange"),
    Wrong(
      name: "quarter", text: interval(#""quarter": 1"#),
      problem: "0.schedule.elements.0.interval.quarter unsupported"),
    Wrong(
      name: "nanosecond", text: interval(#""day": 1, "nanosecond": 5"#),
      problem: "0.schedule.elements.0.interval.nanosecond unsupported"),
    Wrong(
      name: "hours all day", text: interval(#""hour": 23, "minute": 59"#, allDay: true),
      problem: "0.schedule.elements.0.interval outOfRange"),
    Wrong(
      name: "half a day", text: interval(#""day": 0.5"#),
      problem: "0.schedule.elements.0.interval.day malformed"),
    Wrong(
      name: "end at start", text: daily(#""end": 725788800"#),
      problem: "0.schedule.elements.0.end outOfRange"),
    Wrong(
      name: "negative length", text: daily(#""duration": {"isAllDay": false, "seconds": -1}"#),
      problem: "0.schedule.elements.0.duration.seconds outOfRange"),
    Wrong(
      name: "endless length", text: daily(#""duration": {"isAllDay": false, "seconds": 1e300}"#),
      problem: "0.schedule.elements.0.duration.seconds outOfRange"),
    Wrong(
      name: "other calendar", text: daily(#""calendar": {"identifier": "buddhist"}"#),
      problem: "0.schedule.elements.0.calendar.identifier notOneOf"),
    Wrong(
      name: "calendar of nobody",
      text: daily(#""calendar": {"identifier": "gregorian", "current": 3}"#),
      problem: "0.schedule.elements.0.calendar.current notOneOf"),
    Wrong(
      name: "zone of nobody",
      text: daily(
        #""calendar": {"identifier": "gregorian", "timeZone": {"identifier": "Mars/Base"}}"#),
      problem: "0.schedule.elements.0.calendar.timeZone.identifier malformed"),
    Wrong(
      name: "negative target",
      text: daily(#""targetValues": [{"type": "double", "value": -1.5}]"#),
      problem: "0.schedule.elements.0.targetValues.0.value outOfRange"),
    Wrong(
      name: "endless target",
      text: daily(#""targetValues": [{"type": "double", "value": 1e999}]"#),
      problem: "0.schedule.elements.0.targetValues.0.value outOfRange"),
    Wrong(
      name: "type of nobody", text: daily(#""targetValues": [{"type": "float", "value": 1}]"#),
      problem: "0.schedule.elements.0.targetValues.0.type notOneOf"),
    Wrong(
      name: "no elements",
      text: #"{"id": "x", "timezone": {"identifier": "UTC"}, "schedule": {"elements": []}}"#,
      problem: "0.schedule.elements outOfRange"),
    Wrong(
      name: "no zone", text: #"{"id": "x", "schedule": {"elements": []}}"#,
      problem: "0.timezone missing"),
    Wrong(name: "no id", text: CareKitTexts.task(""), problem: "0.id missing"),
    Wrong(
      name: "kind of nobody", text: #"{"type": "visit", "object": {}}"#,
      problem: "0.type notOneOf"),
    Wrong(name: "nothing known", text: #"{"a": 1}"#, problem: "0.type missing"),
    Wrong(name: "no object", text: #"{"type": "task"}"#, problem: "0.object missing"),
    Wrong(name: "a number", text: "[5]", problem: "0 malformed"),
    Wrong(
      name: "no base 64",
      text: daily(#""targetValues": [{"type": "binary", "value": "a"}]"#),
      problem: "0.schedule.elements.0.targetValues.0.value malformed"),
  ]

  @Test(arguments: elements) func rejects(_ wrong: Wrong) throws {
    let good = CareKitTexts.task("good")
    let text = wrong.text.hasPrefix("[") ? wrong.text : "[\(wrong.text), \(good)]"
    let source = try CareKitRecords(Array(text.utf8))
    let found = try problems(source)
    #expect(found.map { "\($0.field ?? "") \($0.problem.kind)" } == [wrong.problem])
    #expect(found.allSatisfy { !$0.problem.keepsRecord && $0.line == 1 })
    let tasks = try entries(source).flatMap { $0.record.tasks.map(\.id) }
    #expect(tasks == (text.contains("good") ? ["good"] : []))
  }

  @Test(arguments: [
    ("-1", "1.taskOccurrenceIndex outOfRange"),
    ("0.5", "1.taskOccurrenceIndex malformed"),
    ("1e30", "1.taskOccurrenceIndex malformed"),
    ("1000000000000000000", "1.taskOccurrenceIndex unknownOccurrence"),
    ("5000000", "1.taskOccurrenceIndex unknownOccurrence"),
    ("1000000", "1.taskOccurrenceIndex unknownOccurrence"),
    ("10", "1.taskOccurrenceIndex unknownOccurrence"), ("9", ""),
  ]) func boundsIndices(_ index: String, _ problem: String) throws {
    let task = #"""
      {"id": "x", "uuid": "A", "timezone": {"identifier": "UTC"}, "schedule": {"elements": [
      {"start": 725788800, "end": 726652799, "interval": {"day": 1}},
      {"start": 725788801, "end": 725788802, "interval": {"day": 1}}]}}
      """#
    let index = index == "9" ? "8" : index == "10" ? "11" : index
    let outcome = CareKitTexts.outcome(of: "A", index, #""createdDate": 725900000"#)
    let source = try CareKitRecords(Array("[\(task), \(outcome)]".utf8))
    let found = try problems(source).map { "\($0.field ?? "") \($0.problem.kind)" }
    #expect(found == (problem.isEmpty ? [] : [problem]))
    let outcomes = try entries(source).flatMap { Array($0.record.outcomes) }
    if problem.hasSuffix("unknownOccurrence") {
      #expect(outcomes.map(\.key) == [nil])
      #expect(outcomes[0].time == (try at("2024-01-02T14:53:20Z")))
      #expect(outcomes[0].userInfo["carekit.taskOccurrenceIndex"] == index)
    }
  }

  @Test(arguments: [
    (#""2024-01-01T08:00:00Z""#, "2024-01-01T08:00:00Z"),
    (#""2024-01-01T08:00:00.999Z""#, "2024-01-01T08:00:00Z"),
    (#""2024-01-01T09:00:00+01:00""#, "2024-01-01T08:00:00Z"),
    (#"{"__type": "Date", "iso": "2024-01-01T08:00:00.000Z"}"#, "2024-01-01T08:00:00Z"),
    ("725788800.9", "2024-01-01T08:00:00Z"), ("-0.5", "2000-12-31T23:59:59Z"),
    ("5000000000", "2159-06-12T08:53:20Z"),
  ]) func readsDates(_ text: String, _ instant: String) throws {
    let source = try CareKitRecords(
      Array(EntityReaderTests.daily(#""text": "a""#, from: text).utf8))
    #expect(try problems(source) == [])
    let element = try #require(try entries(source).first?.record.tasks[0].schedule.elements[0])
    let start = element.start.instant(in: try zone("Europe/Berlin"))
    #expect(start == (try at(instant)))
  }

  /// Entities that are accepted with a warning.
  private static let reported = [
    Wrong(
      name: "mixed dates", text: daily(#""end": "2025-01-01T00:00:00Z""#),
      problem: "0.schedule.elements.0.end mixedDates"),
    Wrong(
      name: "large integer",
      text: daily(#""targetValues": [{"type": "integer", "value": 9007199254740993}]"#),
      problem: "0.schedule.elements.0.targetValues.0.value largeInteger"),
    Wrong(
      name: "tied",
      text: element(
        #""start": 725788800, "interval": {"day": 1}}, {"start": 725788800, "interval": {"day": 2}"#
      ),
      problem: "0.schedule.elements.1 tiedStart"),
    Wrong(
      name: "empty address",
      text: #"{"id": "x", "name": {}, "address": {}, "timezone": {"identifier": "UTC"}}"#,
      problem: "0.address empty"),
    Wrong(
      name: "end of the month",
      text: element(#""start": 728211600, "interval": {"month": 1}"#),
      problem: "0.schedule.elements.0 drift"),
  ]

  @Test(arguments: reported) func keepsAndReports(_ doubtful: Wrong) throws {
    let found = try problems(CareKitRecords(Array(doubtful.text.utf8)))
    #expect(found.map { "\($0.field ?? "") \($0.problem.kind)" } == [doubtful.problem])
    #expect(found.allSatisfy { $0.problem.keepsRecord })
  }

  /// A document of any form that is truncated or empty gives at most one error and does not trap.
  @Test func documentsThatAreCutOffEndReading() throws {
    let whole = Array(CareKitTexts.whole.utf8)
    for length in stride(from: 0, to: whole.count - 1, by: 53) {
      let source = try CareKitRecords(Array(whole[..<length]))
      let kinds = try problems(source).map(\.problem.kind).filter { $0 != "unknownTask" }
      #expect(kinds.contains { ["broken", "malformed"].contains($0) }, "\(length)")
    }
    for text in [
      "", " ", "{", "[", "]", "}", ",", "nul", "[,]", "[1 2]", "{\"a\"}", "\u{0}", "[[[[",
    ] {
      #expect(try !problems(CareKitRecords(Array(text.utf8))).isEmpty, "\(text)")
    }
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(
      try problems(CareKitRecords(Array("[{\"a\": \(deep)}]".utf8))).map(\.problem.kind) == [
        "tooLarge"
      ])
  }

  @Test func aBadLineIsOneError() throws {
    let lines = [
      CareKitTexts.task("a"), #"{"id": "b", "schedule": {"#, CareKitTexts.task("c"), "oops",
      #"{"id": "d""#, #"{"x": tru}"#, CareKitTexts.task("e"),
    ].map { $0.replacingOccurrences(of: "\n", with: " ") }
    let source = try CareKitRecords(Array(lines.joined(separator: "\n").utf8))
    #expect(try entries(source).flatMap { $0.record.tasks.map(\.id) } == ["a", "c", "e"])
    #expect(try problems(source).map(\.line) == [2, 4, 5, 6])
    #expect(try problems(source).map(\.field) == ["1", "3", "4", "5"])
  }
}
