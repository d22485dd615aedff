import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
@testable import Interchange
import Scheduling
import TestSupport
import Testing

@Suite struct JSONLineTests {
  private func error(_ json: String) -> String? {
    do throws(InputError) {
      _ = try JSONLine.decode(Schedule.self, from: json)
      return nil
    } catch {
      return error.description
    }
  }

  private func schedule(_ properties: String) -> String {
    #"{"elements": [{"start": "2025-01-01", \#(properties)}]}"#
  }

  /// A malformed scalar is an error of its property, so that other records of the line are kept.
  @Test(arguments: [
    (#""count": 05"#, "count' is not a whole number: '…'"),
    (#""count": 5."#, "count' is not a whole number: '…'"),
    (#""count": 1e"#, "count' is not a whole number: '…'"),
    (#""count": -"#, "count' is not a whole number: '…'"),
    (#""count": 1-2"#, "count' is not a whole number: '…'"),
    (#""count": NaN"#, "count' is not a whole number: 'nan'"),
    (#""count": -Infinity"#, "count' is not a whole number: '-inf'"),
    (#""count": 2.5"#, "count' is not a whole number: '2.5'"),
    (#""count": 1e400"#, "count' is not a whole number: '…'"),
    (#""text": "\ud800x""#, "text' is not a string: '…'"),
    (#""text": "\u12G4""#, "text' is not a string: '…'"),
    (#""text": "a\x""#, "text' is not a string: '…'"),
    ("\"text\": \"a\tb\"", "text' is not a string: '…'"),
    (#""text": {}"#, "text' is not a string: '…'"),
    (#""every": "P1D", "every": "P2D""#, "every' names a property a second time: 'every'"),
    (#""every": "P1D", "\u0065very": 1"#, "every' names a property a second time: 'every'"),
    (#""targets": [{"value": 1}, {"value": Infinity}]"#, "targets.1.value' must be finite"),
    (#""a\x": 1"#, "ax' is unknown"), (#""\ud800": 1"#, "\u{FFFD}' is unknown"),
  ])
  func malformedProperty(_ properties: String, _ problem: String) {
    #expect(error(schedule(properties))?.hasPrefix("'elements.0.\(problem)") == true)
  }

  @Test(arguments: [
    #""count": 5,"#, #""count": 5.0"#, #""count": 5e0"#, #""co\u0075nt": 5"#,
    #""count": 5, "times": ["08:00",]"#,
  ])
  func wholeNumber(_ properties: String) throws {
    let read = try JSONLine.decode(Schedule.self, from: "\u{FEFF}" + schedule(properties))
    #expect(read.elements.map(\.count) == [5])
  }

  @Test(arguments: [
    #""count": +5"#, #""count": .5"#, #""count": 0x1"#, #""count": nan"#, #""count": Inf"#,
    #"'count': 5"#, #""text": "\u12"#, #""text": "\u12" "#, #""count": 5,,"#, #"count: NaN"#,
  ])
  func malformedText(_ properties: String) {
    let json = schedule(properties)
    #expect(throws: InputError(.malformed(text: json, .json))) {
      try JSONLine.decode(Schedule.self, from: json)
    }
  }

  @Test func malformedBytes() {
    let line: [UInt8] = [0xC3, 0x28]
    #expect(throws: InputError(.broken(.invalidUTF8))) {
      try line.withUnsafeBufferPointer { try JSONLine().decode(Schedule.self, from: $0) }
    }
  }

  /// Schedules with a replaced token, other than a name, are decoded like by Foundation, with equal
  /// errors.
  @Test(arguments: 0..<500 as Range<UInt64>)
  func agreesWithFoundation(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    var json = JSONLineTests.rich
    let tokens = json.matches(of: /"(?:[^"\\]|\\.)*"|\d+\.?\d*|true|false|[{}\[\]:,]/)
      .filter { json[$0.range.upperBound...].first != ":" }
    let token = try #require(tokens.randomElement(using: &random))
    json.replaceSubrange(
      token.range, with: try #require(JSONLineTests.scalars.randomElement(using: &random)))
    let found = Result { () throws(InputError) in try JSONLine.decode(Schedule.self, from: json) }
    #expect(found == foundation(json), "\(json)")
  }

  private func foundation(_ json: String) -> Result<Schedule, InputError> {
    do {
      return .success(try JSONDecoder().decode(Schedule.self, from: Data(json.utf8)))
    } catch {
      return .failure(error as? InputError ?? InputError(.malformed(text: json, .json)))
    }
  }

  private static let scalars = [
    "", "null", "true", "7", "-1.5", "05", "1e", "1e400", "[]", "{}", "[1]", #"{"a": 1}"#, #""""#,
    #""x""#, #""\ud800""#, #""\u00e9""#, #""a\x""#, #""2025-01-01""#, #""2025-13-01""#, "tru", "+5",
    ",", "}", #""start""#, #""PT1H""#,
  ]

  private static let rich = #"""
    {"elements": [{"id": "a", "start": "2025-01-01T08:00:00", "end": "2025-06-01T08:00:00",
    "every": "P1D", "count": 10, "duration": "PT5M", "window": {"opensBefore": "PT1H",
    "lateUntil": "PT3H"}, "targets": [{"value": 5, "units": "mg"}, {"low": 1, "high": 2.5},
    {"value": "x", "type": "text", "condition": "exactly"}], "text": "h\u00e9llo",
    "monthEnd": "skip", "gap": "shiftBack", "overlap": "both", "allDay": false},
    {"start": "2025-01-01", "times": ["08:00", "20:00"], "cycle": {"on": 21, "off": 7}},
    {"start": "2025-01-02", "quota": {"count": 3, "per": "P1W", "rolling": true}},
    {"start": "2025-01-02", "asNeeded": {"maximum": 4, "per": "P1D", "minGap": "PT6H"}}],
    "exclusions": [{"date": "2025-01-05"}, {"at": "2025-01-06T08:00:00", "element": "a"}],
    "overrides": {"a/2025-01-07T08:00:00": {"cancelled": true},
    "a/2025-01-08T08:00:00": {"start": "2025-01-08T09:30:00", "targets": [{"value": 3}]}},
    "distinct": true}
    """#
}
