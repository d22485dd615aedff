import Diagnostics
import FHIR
import Interchange
import PlainWords
import Scheduling
import Testing

/// Timings with contradictory or ambiguous parts.
@Suite struct StrangeTimingTests {
  private static let system = "http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation"

  private static func code(_ code: String, _ system: String = Self.system) -> String {
    #""code": {"coding": [{"system": "\#(system)", "code": "\#(code)"}]}"#
  }

  private static let twice = #""repeat": {"frequency": 2, "period": 1, "periodUnit": "d"}"#
  private static let once = #""repeat": {"frequency": 1, "period": 1, "periodUnit": "d"}"#
  private static let second = #""repeat": {"frequency": 1, "period": 1, "periodUnit": "s"}"#

  private func plan(_ json: String, start: String? = "2025-01-06", _ profile: String? = nil)
    throws -> FHIRPlan
  {
    let hours = try profile.map { try DosingProfile(json: Array($0.utf8)) } ?? .standard
    return try FHIRPlan(json: Array(json.utf8), start: start, in: .utc, profile: hours)
  }

  @Test("A profile's hours of a code hold beside a repeat that agrees, and not beside another")
  func hoursOfCodes() throws {
    let profile = #"{"codes": {"BID": ["07:00", "18:00"]}}"#
    let agreed = try plan("{\(Self.code("BID")), \(Self.twice)}", profile)
    #expect(try times(agreed) == ["07:00", "18:00"])
    let other = try plan("{\(Self.code("BID")), \(Self.once)}", profile)
    #expect(try times(other) == ["08:00"])
    #expect(other.problems.map(\.problem.kind) == ["codeDisagrees"])
  }

  private func times(_ plan: FHIRPlan) throws -> [String] {
    let day = try #require(Instant("2025-01-06T00:00:00Z"))
    return try Occurrences(of: plan.schedule, in: .utc)
      .starting(in: day..<day.adding(seconds: 86_400))
      .map { String(CivilDateTime(localSeconds: $0.start.seconds).time.description.prefix(5)) }
  }

  @Test("A code nobody knows beside a repeat is a note")
  func unknownCode() throws {
    let plan = try plan("{\(Self.code("XYZ", "http://clinic.example")), \(Self.once)}")
    #expect(plan.problems.map(\.problem.kind) == ["unknownCode"])
    #expect(plan.schedule.summary == "every day, all day")
  }

  @Test("STAT is once, and contradicts what repeats")
  func immediately() throws {
    #expect(
      try plan("{\(Self.code("STAT"))}").schedule.summary == "once on 6 January 2025, all day")
    for other in [Self.once, Self.second] {
      let error = #expect(throws: InputError.self) { try plan("{\(Self.code("STAT")), \(other)}") }
      #expect(error?.problem.kind == "codeDisagrees")
    }
  }

  @Test("More than one dose a minute is refused")
  func everySecond() {
    #expect(throws: InputError.self) { try plan("{\(Self.second)}") }
  }

  @Test("Numbered and unnumbered dosages are not mixed", arguments: ["1", "2"])
  func sequences(_ number: String) {
    let json =
      #"[{"sequence": \#(number), "timing": {\#(Self.once)}}, {"timing": {\#(Self.twice)}}]"#
    let error = #expect(throws: InputError.self) { try plan(json) }
    #expect(error?.problem.kind == "sequenceMixed")
  }

  @Test("What is assumed of a request's date is a note")
  func partialDate() throws {
    func request(_ date: String) -> String {
      #"{"resourceType": "MedicationRequest", "authoredOn": "\#(date)", "#
        + #""dosageInstruction": [{"timing": {\#(Self.once)}}]}"#
    }
    #expect(
      try plan(request("2025-03"), start: nil).problems.map(\.problem.kind) == ["partialDate"])
    #expect(
      try plan(request("2025-03-01T08:00:00"), start: nil).problems.map(\.problem.kind)
        == ["missingOffset"])
    #expect(try plan(request("2025-03-01"), start: nil).problems.isEmpty)
  }

  @Test("An event outside its bounds is a note")
  func outside() throws {
    let json =
      #"{"event": ["2025-03-01"], "repeat": {"boundsPeriod": {"start": "2025-01-01", "#
      + #""end": "2025-02-01"}}}"#
    #expect(try plan(json).problems.map(\.problem.kind) == ["eventOutsideBounds"])
  }

  @Test("A quota ends with its count")
  func quotaOfCount() throws {
    let json = #"{"repeat": {"frequency": 3, "period": 1, "periodUnit": "wk", "count": 10}}"#
    let elements = try plan(json).schedule.elements
    #expect(
      elements.map(\.recurrence) == [
        .quota(Quota(3, per: ISODuration(days: 7))), .quota(Quota(1, per: ISODuration(days: 3))),
      ])
    #expect(
      elements.map(\.end) == [
        LocalOrInstant("2025-01-27T00:00:00"), LocalOrInstant("2025-01-30T00:00:00"),
      ])
  }
}
