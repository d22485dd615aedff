import Diagnostics
import FHIR
import Formats
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@Suite struct HostileTimingTests {
  /// A dosage with every supported element.
  private static let whole = #"""
    {"sequence": 1, "text": "a", "asNeededBoolean": false, "modifierExtension": [
      {"url": "http://ig.fhir.de/igs/medication/StructureDefinition/MindestabstandZwischenGaben",
       "valueDuration": {"value": 4, "code": "h"}}],
     "timing": {"event": ["2024-03-09T08:00:00-05:00", "2024-03-10"],
      "code": {"text": "BID", "coding": [{"system": "http://snomed.info/sct", "code": "229799001"}]},
      "repeat": {"boundsPeriod": {"start": "2024-03-08", "end": "2024-04-08"}, "count": 9, "countMax": 12,
       "duration": 1.5, "durationMax": 2, "durationUnit": "h", "frequency": 4, "frequencyMax": 5,
       "period": 1, "periodMax": 1, "periodUnit": "wk", "dayOfWeek": ["mon", "fri"],
       "when": ["ACM", "PCV"], "offset": 20,
       "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/timing-exact", "valueBoolean": true}]}},
     "doseAndRate": [{"type": {"coding": [{"code": "ordered"}]},
      "doseQuantity": {"value": 1.5, "unit": "tablet", "code": "TAB"}}],
     "maxDosePerPeriod": {"numerator": {"value": 4, "code": "TAB"}, "denominator": {"value": 1, "code": "d"}}}
    """#

  private static let others = [
    "null", "true", "7", "-3", "0", "1e300", "1e-300", "-0.0", "2147483648", "9223372036854775808",
    "0.000000000000000000001", #""""#, #""x""#, #""2024""#, #""23:59:60""#, #""9999-12-31""#,
    #""0001-01-01T00:00:00+14:00""#, "[]", "[[]]", "[null]", #"["mon"]"#, "{}",
    #"{"value": 1e300, "code": "a"}"#,
  ]

  /// Each value is replaced by values of each type: the result is a valid plan, or one error.
  @Test func wrongTypesAreRejected() throws {
    let whole = Self.whole.replacing("\n", with: " ")
    let document = JSONDocument()
    try document.read(Array(whole.utf8))
    let places = document.root.allPlaces
    #expect(places.count > 60)
    for (number, place) in places.enumerated() {
      for other in Self.others {
        let json = document.root.json(replacing: place, with: other)
        try expectPlanOrError(
          "[\(json)]", number.isMultiple(of: 2) ? .standard : .standardGivingTimes)
      }
    }
  }

  private func expectPlanOrError(
    _ json: String, _ profile: DosingProfile, from anchor: String = "2024-03-08T14:35:00-05:00"
  ) throws {
    let plan: DosedPlan
    do { plan = try FHIRTests.plan(dosages: json, from: anchor, profile) } catch {
      let error = try #require(error as? Diagnostics.InputError)
      #expect(!error.problem.keepsRecord && !error.description.isEmpty)
      return
    }
    // A plan that is read has a valid schedule.
    let occurrences = try Occurrences(of: plan.schedule, in: zone("America/New_York"))
    _ = occurrences.starting(in: .earliest ..< .latest, limit: 50)
  }

  @Test(arguments: [
    (#"{"frequency": 2147483647, "period": 1, "periodUnit": "d"}"#, "malformed"),
    (#"{"frequency": 1, "period": 1e300, "periodUnit": "d"}"#, "malformed"),
    (#"{"frequency": 1, "period": 999999999999999, "periodUnit": "a"}"#, "malformed"),
    (#"{"frequency": 1, "period": 9999999999999999999999, "periodUnit": "s"}"#, "malformed"),
    (#"{"frequency": 1, "period": 0.0000001, "periodUnit": "a"}"#, "fractionalPeriod"),
    (
      #"{"frequency": 1, "period": 1.00000000000000000000001, "periodUnit": "d"}"#,
      "fractionalPeriod"
    ),
    (#"{"frequency": 7, "period": 1, "periodUnit": "s"}"#, "fractionalPeriod"),
    (#"{"frequency": 2147483647, "period": 1, "periodUnit": "wk"}"#, "malformed"),
    (
      #"{"frequency": 2147483647, "period": 1, "periodUnit": "wk", "dayOfWeek": ["mon"]}"#,
      "malformed"
    ),
    (#"{"count": 2147483647, "boundsDuration": {"value": 1, "code": "d"}}"#, "malformed"),
    (#"{"frequency": 2, "period": 101, "periodUnit": "a"}"#, "malformed"),
    (#"{"when": ["ACM"], "offset": 2147483647}"#, "malformed"),
  ])
  func absurdNumbersAreRejected(_ json: String, _ error: String) throws {
    #expect(try code { try plan(repeat: json) } == error)
  }

  /// Numbers at the limits of the calendar and of their type.
  @Test(arguments: [
    #"{"frequency": 1, "period": 100, "periodUnit": "a"}"#,
    #"{"frequency": 1, "period": 1, "periodUnit": "d", "count": 2147483647}"#,
    #"{"frequency": 3, "period": 1, "periodUnit": "wk", "count": 2147483647}"#,
    #"{"frequency": 1, "period": 1, "periodUnit": "a", "count": 2147483647}"#,
    #"{"frequency": 1, "period": 4, "periodUnit": "h", "count": 2147483647}"#,
    #"{"dayOfWeek": ["fri"], "period": 5000, "periodUnit": "wk", "count": 2147483647}"#,
    #"{"frequency": 2, "period": 100, "periodUnit": "a", "count": 2147483647}"#,
    #"{"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/timing-dayOfMonth", "valuePositiveInt": 29}], "period": 1199, "periodUnit": "mo", "count": 2147483647}"#,
    #"{"when": ["PHS"], "offset": 1440, "count": 2147483647}"#,
    #"{"when": ["ACM"], "offset": 1440, "boundsDuration": {"value": 9999, "code": "a"}}"#,
    #"{"count": 1, "boundsDuration": {"value": 9999, "code": "a"}}"#,
  ])
  func limitsOfTheCalendarAreSupported(_ json: String) throws {
    for anchor in [
      "0001-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31", "9999-12-31T23:59:59-12:00",
    ] {
      for sequence in ["", #", {"sequence": 2, "timing": {"repeat": {"when": ["EVE"]}}}"#] {
        let first = #"{"sequence": 1, "timing": {"repeat": \#(json)}}"#
        for profile in [DosingProfile.standard, .standardGivingTimes] {
          try expectPlanOrError("[\(first)\(sequence)]", profile, from: anchor)
        }
      }
    }
  }

  @Test func longListsAreRead() throws {
    let whens = Array(repeating: #""MORN""#, count: 100_000).joined(separator: ",")
    let plan = try plan(repeat: #"{"when": [\#(whens)]}"#)
    #expect(plan.parts.count == 1)
    #expect((1...10).contains(plan.notes.count))
    let events = (0..<10_000).map { "\"\(CivilDate(dayNumber: $0))\"" }.joined(separator: ",")
    let bounds = #""boundsPeriod": {"start": "2024-03-08"}"#
    let named = try FHIRTests.plan(
      dosages: #"[{"timing": {"event": [\#(events)], "repeat": {\#(bounds)}}}]"#)
    #expect(named.parts.count == 10_000)
    #expect((1...10).contains(named.notes.count))
    let times = (0..<1441).map { "\"\(CivilTime(secondOfDay: $0 * 59))\"" }.joined(separator: ",")
    #expect(try code { try FHIRTests.plan(repeat: #"{"timeOfDay": [\#(times)]}"#) } == "malformed")
  }
}

extension JSONNode {
  /// The paths of all values within this one, including its own.
  fileprivate var allPlaces: [[Step]] {
    var places = [path]
    if kind == .object { for (_, value) in members { places += value.allPlaces } }
    for value in elements { places += value.allPlaces }
    return places
  }

  /// The value as JSON, with another one at a path.
  fileprivate func json(replacing place: [Step], with other: String) -> String {
    if path == place { return other }
    switch kind {
    case .object:
      let all = members.map { #""\#($0.name)":\#($0.value.json(replacing: place, with: other))"# }
      return "{" + all.joined(separator: ",") + "}"
    case .array:
      return "[" + elements.map { $0.json(replacing: place, with: other) }.joined(separator: ",")
        + "]"
    case .text, .number, .boolean, .null: return json
    }
  }
}
