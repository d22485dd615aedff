import Diagnostics
import FHIR
import Scheduling
import TestSupport
import Testing

@Suite struct RefusalTests {
  /// Timings that violate two rules, the first of which is reported.
  @Test(arguments: [
    (
      #"{"timing": {"modifierExtension": [{"url": "x"}], "repeat": {"count": 0}}}"#,
      "modifierExtension"
    ),
    (
      #"{"asNeededBoolean": 1, "timing": {"repeat": {"modifierExtension": [{"url": "x"}]}}}"#,
      "modifierExtension"
    ),
    (#"{"modifierExtension": [{}], "sequence": "a"}"#, "modifierExtension"),
    (
      #"{"sequence": "a", "timing": {"repeat": {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/timing-daysOfCycle"}]}}}"#,
      "unsupportedExtension"
    ),
    (#"{"timing": {"event": ["2024-03"], "repeat": {"count": 0}}}"#, "malformed"),
    (#"{"timing": {"event": ["2024-03"], "repeat": {"offset": 5}}}"#, "partialDate"),
    (#"{"timing": {"repeat": {"duration": 1, "period": 1}}}"#, "tim-1"),
    (#"{"timing": {"repeat": {"period": -1, "periodMax": -2, "periodUnit": "d"}}}"#, "tim-5"),
    (
      #"{"timing": {"repeat": {"period": 0, "periodUnit": "d", "timeOfDay": ["08:00:00"], "when": ["HS"]}}}"#,
      "tim-10"
    ),
    (
      #"{"timing": {"repeat": {"period": 0, "periodUnit": "d", "count": 2, "countMax": 1}}}"#,
      "reversedRange"
    ),
    (
      #"{"timing": {"code": {"coding": [{"code": "XYZ"}]}, "repeat": {"boundsPeriod": {"start": "2024-02", "end": "2024-01"}}}}"#,
      "unknownCode"
    ),
    (
      #"{"timing": {"repeat": {"boundsPeriod": {"start": "2024-02", "end": "2024-01"}, "period": 0.5, "periodUnit": "mo"}}}"#,
      "per-1"
    ),
    (
      #"{"timing": {"repeat": {"boundsPeriod": {"end": "2024-01"}, "period": 0.5, "periodUnit": "mo"}}}"#,
      "endsBeforeStart"
    ),
    (
      #"{"timing": {"repeat": {"boundsRange": {"low": {"value": 2, "code": "d"}, "high": {"value": 1, "code": "d"}}, "when": ["MORN"], "period": 5, "periodUnit": "h"}}}"#,
      "rng-2"
    ),
    (#"{"timing": {"repeat": {"when": ["IMD", "MORN"]}}}"#, "clockContradictsPeriod"),
    (#"{"timing": {"repeat": {"when": ["IMD"], "count": 2}}}"#, "clockContradictsPeriod"),
    (
      #"{"doseAndRate": [{"doseRange": {"low": {"value": 2}, "high": {"value": 1}}}], "text": "a"}"#,
      "rng-2"
    ),
    (
      #"{"doseAndRate": [{"doseQuantity": {"value": 2, "comparator": "<"}}], "text": "a"}"#,
      "malformed"
    ),
    (
      #"{"modifierExtension": [{"url": "http://ig.fhir.de/igs/medication/StructureDefinition/MindestabstandZwischenGaben"}]}"#,
      "malformed"
    ),
    ("{}", "noPattern"), ("7", "malformed"), (#"{"timing": []}"#, "malformed"),
    (
      #"{"timing": {"repeat": {"frequency": 2, "count": 6, "boundsDuration": {"value": 3, "code": "d"}}}}"#,
      "frequencyWithoutPeriod"
    ),
  ])
  func theFirstRuleIsNamed(_ json: String, _ rule: String) throws {
    #expect(try code { try plan(dosages: "[\(json)]") } == rule)
  }

  @Test func pathsAreNamed() throws {
    let json =
      #"[{"timing": {"repeat": {"when": ["MORN"]}}}, {"timing": {"repeat": {"offset": 10}}}]"#
    let error = #expect(throws: InputError.self) { try plan(dosages: json) }
    #expect(error?.field == "[1].timing.repeat.offset")
    #expect(error?.description.contains("'10'") == true)
    #expect(try code { try plan(repeat: #"{"when": ["MORN"]}"#, from: nil) } == "noAnchor")
  }

  /// Timings that are accepted with a warning.
  @Test(arguments: [
    (
      #"{"timing": {"code": {"coding": [{"code": "BID"}]}, "repeat": {"timeOfDay": ["08:00:00", "20:00:00"]}}}"#,
      []
    ),
    (#"{"timing": {"code": {"coding": [{"code": "PM"}]}, "repeat": {"when": ["EVE"]}}}"#, []),
    (
      #"{"timing": {"code": {"coding": [{"code": "AM"}]}, "repeat": {"when": ["EVE"]}}}"#,
      ["codeDisagrees"]
    ),
    (
      #"{"timing": {"code": {"coding": [{"code": "QD"}]}, "repeat": {"frequency": 2}}}"#,
      ["codeDisagrees"]
    ),
    (
      #"{"timing": {"event": ["2024-03-09", "2024-03-10"], "repeat": {"count": 3}}}"#,
      ["eventsContradictCount"]
    ),
    (
      #"{"timing": {"repeat": {"when": ["MORN", "MORN", "NOON", "NOON"]}}}"#,
      ["duplicate", "duplicate"]
    ),
    (
      #"{"timing": {"repeat": {"when": ["MORN"], "boundsPeriod": {"end": "2024-03-20T08:00:00"}}}}"#,
      ["missingOffset"]
    ),
    (
      #"{"timing": {"repeat": {"when": ["MORN"], "duration": 25, "durationUnit": "h"}}}"#,
      ["durationExceedsPeriod"]
    ),
    (#"{"asNeededBoolean": true, "timing": {"repeat": {"frequency": 3}}}"#, ["capNotCounted"]),
    (
      #"{"asNeeded": true, "maxDosePerAdministration": {"value": 2}, "maxDosePerPeriod": [{"numerator": {"value": 2}, "denominator": {"value": 1, "code": "d"}}]}"#,
      ["capNotCounted", "capNotCounted"]
    ),
    (#"{"asNeededFor": [{"text": "pain"}], "timing": {"code": {"text": "when it hurts"}}}"#, []),
  ])
  func ambiguitiesAreNoted(_ json: String, _ notes: [String]) throws {
    #expect(try plan(dosages: "[\(json)]").notes.map(\.problem.kind) == notes)
  }
}
