import Diagnostics
import FHIR
import Scheduling
import TestSupport
import Testing

@Suite struct DosingProfileTests {
  private func profile(_ json: String) throws -> DosingProfile {
    try DosingProfile(json: Array(json.utf8))
  }

  @Test func example() throws {
    let ward = try DosingProfile(json: Array(#"{"codes": {"BID": ["07:00", "18:00"]}}"#.utf8))
    #expect(ward.givesTimes)
    #expect(!DosingProfile.standard.givesTimes)
  }

  /// The clock times of a Dosage's parts.
  private func times(_ json: String, _ profile: DosingProfile) throws -> [String] {
    try plan(dosages: json, from: "2024-03-08", profile).parts.compactMap(\.element).map {
      $0.isAllDay ? "all day" : $0.start.civil(in: .utc).time.description
    }
  }

  @Test(arguments: [
    ("{}", #"{"when": ["MORN"]}"#, ["08:00"]),
    (#"{"when": {"MORN": "06:15"}}"#, #"{"when": ["MORN", "EVE"]}"#, ["06:15", "18:00"]),
    (#"{"mealOffset": 15}"#, #"{"when": ["AC"]}"#, ["07:15", "12:15", "18:15"]),
    (#"{"mealOffset": 15}"#, #"{"when": ["PCM"], "offset": 45}"#, ["08:15"]),
    (
      #"{"when": {"MORN": "06:15"}}"#, #"{"frequency": 1, "period": 1, "periodUnit": "d"}"#,
      ["all day"]
    ),
    (
      #"{"perDay": {"2": ["09:00", "21:00"]}}"#,
      #"{"frequency": 2, "period": 1, "periodUnit": "d"}"#,
      ["09:00", "21:00"]
    ),
    (
      #"{"codes": {}}"#, #"{"frequency": 5, "period": 1, "periodUnit": "d"}"#,
      ["08:00", "11:00", "14:00", "17:00", "20:00"]
    ),
  ])
  func overridesTheStandard(_ profile: String, _ json: String, _ expected: [String]) throws {
    #expect(try times(#"[{"timing": {"repeat": \#(json)}}]"#, self.profile(profile)) == expected)
  }

  /// The hours of a profile replace those of the code, and keep its days.
  @Test func hoursOfCodesKeepTheirDays() throws {
    let ward = try profile(
      #"{"codes": {"Q6H": ["06:00", "18:00"], "QOD": ["09:00"], "X": ["05:45"]}}"#)
    func coded(_ code: String, _ system: String = "") throws -> DosedPlan {
      let json = #"[{"timing": {"code": {"coding": [{"code": "\#(code)"\#(system)}]}}}]"#
      return try plan(dosages: json, from: "2024-03-08", ward)
    }
    let recurrences = try ["Q6H", "QOD", "X"].map { code in
      try coded(code).parts.map { $0.element?.recurrence }
    }
    let (daily, second) = (
      Recurrence.every(ISODuration(days: 1)), Recurrence.every(ISODuration(days: 2))
    )
    #expect(recurrences == [[daily, daily], [second], [daily]])
    #expect(try code { try coded("Q6H", #", "system": "http://example.org""#) } == "unknownCode")
    #expect(try coded("X", #", "system": "http://example.org""#).parts.count == 1)
  }

  @Test(arguments: [
    ("[]", ""), (#"{"whenn": {}}"#, "whenn"), (#"{"when": []}"#, "when"),
    (#"{"when": {"ACM": "07:00"}}"#, "when.ACM"), (#"{"when": {"MORN": "7"}}"#, "when.MORN"),
    (#"{"mealOffset": -1}"#, "mealOffset"), (#"{"firstDose": 8}"#, "firstDose"),
    (#"{"onceWithin": "a week"}"#, "onceWithin"), (#"{"onceWithin": "PT0S"}"#, "onceWithin"),
    (#"{"perDay": {"2": ["08:00"]}}"#, "perDay.2"), (#"{"perDay": {"0": []}}"#, "perDay.0"),
    (#"{"codes": {"BID": ["08:00", 20]}}"#, "codes.BID[1]"), (#"{"codes": null}"#, "codes"),
  ])
  func namesTheError(_ json: String, _ field: String) throws {
    let error = #expect(throws: InputError.self) { try profile(json) }
    #expect(error?.field == field)
  }
}
