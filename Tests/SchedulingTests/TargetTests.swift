import Diagnostics
import Foundation
import Scheduling
import Testing

@Suite struct TargetTests {
  typealias Target = ScheduleElement.Target

  struct Example: CustomTestStringConvertible {
    var json: String
    var target: Target
    /// The written form, if different.
    var written: String?

    var testDescription: String { json }
  }

  static let examples: [Example] = [
    Example(json: #"{"value":10}"#, target: Target(10)),
    Example(
      json: #"{"condition":"atLeast","value":10}"#, target: Target(10), written: #"{"value":10}"#),
    Example(
      json: #"{"kind":"water","units":"mL","value":1500}"#,
      target: Target(1500, units: "mL", kind: "water")),
    Example(
      json: #"{"condition":"atMost","units":"mL","value":1500}"#,
      target: Target(.atMost(.number(1500)), units: "mL")),
    Example(
      json: #"{"condition":"exactly","value":2}"#, target: Target(.exactly(.number(2)))),
    Example(json: #"{"high":8,"low":4.5}"#, target: Target(.within(4.5...8))),
    Example(
      json: #"{"condition":"within","high":8,"low":8}"#, target: Target(.within(8...8)),
      written: #"{"high":8,"low":8}"#),
    Example(json: #"{"value":true}"#, target: Target(.atLeast(.boolean(true)))),
    Example(
      json: #"{"condition":"exactly","value":"yes"}"#, target: Target(.exactly(.text("yes")))),
    Example(json: #"{"type":"text","value":"10"}"#, target: Target(.atLeast(.text("10")))),
    Example(
      json: #"{"type":"text","value":"2024-01-04"}"#,
      target: Target(.atLeast(.text("2024-01-04")))),
    Example(
      json: #"{"type":"text","value":"dizzy"}"#, target: Target(.atLeast(.text("dizzy"))),
      written: #"{"value":"dizzy"}"#),
    Example(
      json: #"{"type":"number","value":"2.5"}"#, target: Target(2.5), written: #"{"value":2.5}"#),
    Example(json: #"{"type":"data","value":"AQ=="}"#, target: Target(.atLeast(.data([1])))),
  ]

  @Test(arguments: examples) func isReadAndWritten(_ example: Example) throws {
    let target = try JSONDecoder().decode(Target.self, from: Data(example.json.utf8))
    #expect(target == example.target)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(target), as: UTF8.self)
    #expect(text == example.written ?? example.json)
    #expect(try JSONDecoder().decode(Target.self, from: Data(text.utf8)) == target)
  }

  @Test(arguments: [
    ("2024-01-04T08:00:00Z", "2024-01-04T08:00:00Z"), ("2024-01-04T08:00", "2024-01-04T08:00:00"),
    ("2024-01-04", "2024-01-04T00:00:00"),
  ]) func aTextThatReadsAsDateIsOne(_ text: String, _ written: String) throws {
    let json = Data(#"{"value":"\#(text)"}"#.utf8)
    let target = try JSONDecoder().decode(Target.self, from: json)
    #expect(target == Target(.atLeast(.date(try #require(LocalOrInstant(text))))))
    let encoded = String(decoding: try JSONEncoder().encode(target), as: UTF8.self)
    #expect(encoded == #"{"value":"\#(written)"}"#)
  }

  static let mistakes = [
    (#"{}"#, "'value' is missing (it is required)"),
    (#"{"value": null}"#, "'value' is missing (it is required)"),
    (#"{"value": -1}"#, "'value' must be 0 or more, not '-1.0'"),
    (#"{"value": "10"}"#, "'value' is not a number: '10' (use a point, as in 2.5)"),
    (#"{"value": "2,5"}"#, "'value' is not a number: '2,5' (use a point, as in 2.5)"),
    (#"{"value": "NaN"}"#, "'value' must be finite, not 'NaN'"),
    (#"{"value": [1]}"#, "'value' is not a number: '…' (use a point, as in 2.5)"),
    (#"{"value": {}}"#, "'value' is not a number: '…' (use a point, as in 2.5)"),
    (
      #"{"value": "AQ", "type": "data"}"#, "'value' is not a Base64 string: 'AQ' (as in aGVsbG8=)"
    ),
    (
      #"{"value": 1, "type": "boolean"}"#,
      "'value' is not a Boolean: '1.0' (use true or false)"
    ),
    (#"{"value": true, "type": "text"}"#, "'value' is not a string: 'true' (put it in quotes)"),
    (
      #"{"low": 1, "high": 2, "type": "number"}"#,
      "'type' cannot be combined with 'low' (keep one of them)"
    ),
    (#"{"low": 4}"#, "'high' is missing (it is required)"),
    (#"{"high": 4}"#, "'low' is missing (it is required)"),
    (#"{"condition": "within"}"#, "'low' is missing (it is required)"),
    (#"{"low": 4, "high": 3}"#, "'high' must not be less than 'low', not '3.0'"),
    (
      #"{"low": -4, "high": 3, "nonNegative": true}"#, "'low' must be 0 or more, not '-4.0'"
    ),
    (
      #"{"value": 5, "nonNegative": "yes"}"#,
      "'nonNegative' is not a Boolean: 'yes' (use true or false)"
    ),
    (
      #"{"low": 4, "high": 8, "value": 5}"#,
      "'value' cannot be combined with 'low' (keep one of them)"
    ),
    (
      #"{"condition": "within", "value": 5}"#,
      "'value' cannot be combined with 'condition' (keep one of them)"
    ),
    (
      #"{"condition": "atMost", "low": 4, "high": 8}"#,
      "'low' cannot be combined with 'condition' (keep one of them)"
    ),
    (
      #"{"value": 5, "condition": "most"}"#,
      "'condition' cannot be 'most' (did you mean 'atMost'? use atLeast, atMost, exactly, within)"
    ),
    (
      #"{"value": 5, "unit": "mL"}"#,
      "'unit' is unknown (known: value, type, low, high, condition, units, kind, nonNegative)"
    ),
  ]

  @Test(arguments: mistakes) func reportsErrors(_ json: String, _ message: String) throws {
    let schedule = #"{"elements": [{"start": "2024-01-01", "targets": [\#(json)]}]}"#
    let error = #expect(throws: InputError.self) {
      let schedule = try JSONDecoder().decode(Schedule.self, from: Data(schedule.utf8))
      try schedule.validate()
    }
    let path = "elements.0.targets.0."
    #expect(error.map { "\($0)" }?.replacing(path, with: "") == message)
  }

  private static func nonNegative(_ condition: Target.Condition) -> Target {
    var target = Target(condition)
    target.isNonNegative = true
    return target
  }

  @Test(arguments: [
    Target(.within(-3...3)), Target(.atMost(.number(-0.5))), Target(.exactly(.number(-1))),
    nonNegative(.atLeast(.number(1500))),
  ]) func amountsMayLieBelowZeroAndBeReadBack(_ target: Target) throws {
    var element = ScheduleElement("mood", on: try #require(CivilDate("2024-01-01")))
    element.targets = [target]
    try Schedule([element]).validate()
    let json = try JSONEncoder().encode(target)
    #expect(try JSONDecoder().decode(Target.self, from: json) == target)
    #expect(String(decoding: json, as: UTF8.self).contains("nonNegative") == target.isNonNegative)
  }

  @Test(arguments: [
    Target(.nan), Target(-.infinity), Target(.atMost(.number(.infinity))),
    Target(-1), Target(.within(0...(.infinity))), nonNegative(.exactly(.number(-1))),
    nonNegative(.within(-1...1)),
  ]) func amountsAreFiniteAndThoseToReachNotNegative(_ target: Target) throws {
    var element = ScheduleElement("tablet", on: try #require(CivilDate("2024-01-01")))
    element.targets = [target]
    #expect(throws: InputError.self) { try Schedule([element]).validate() }
    let key = try #require(OccurrenceKey("tablet/2024-01-01T00:00:00"))
    element.targets = []
    let schedule = Schedule([element]).retargeted(key, [target])
    #expect(throws: InputError.self) { try schedule.validate() }
  }

  @Test func base64IsThatOfFoundation() throws {
    for count in 0...20 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      let json = #"{"type":"data","value":"\#(Data(bytes).base64EncodedString())"}"#
      let target = try JSONDecoder().decode(Target.self, from: Data(json.utf8))
      #expect(target == Target(.atLeast(.data(bytes))))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      #expect(String(decoding: try encoder.encode(target), as: UTF8.self) == json)
    }
  }

  @Test(arguments: ["A", "AQ", "AQ=", "AR==", "AQID=", "AQ==AQ==", "A-_D", "AQ I"])
  func base64IsRead(strictly text: String) {
    let json = #"{"type":"data","value":"\#(text)"}"#
    #expect(throws: InputError.self) {
      try JSONDecoder().decode(Target.self, from: Data(json.utf8))
    }
  }
}
