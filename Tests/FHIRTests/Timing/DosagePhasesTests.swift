import Diagnostics
import FHIR
import Scheduling
import TestSupport
import Testing

@Suite struct DosagePhasesTests {
  private func dosage(_ sequence: Int?, _ json: String, dose: Double? = nil) -> String {
    let number = sequence.map { #""sequence": \#($0), "# } ?? ""
    let amount = dose.map { #", "doseAndRate": [{"doseQuantity": {"value": \#($0)}}]"# } ?? ""
    return #"{\#(number)"timing": {"repeat": \#(json)}\#(amount)}"#
  }

  /// The first days of the dosages.
  private func days(_ dosages: [String], _ sequences: Bool = true) throws -> [String?] {
    let plan = try plan(dosages: "[\(dosages.joined(separator: ","))]", from: "2024-03-08")
    return plan.parts.map { part in part.element.map { $0.start.civil(in: .utc).date.description } }
  }

  /// A dose every morning for two days.
  private let two = #"{"when": ["MORN"], "boundsDuration": {"value": 2, "code": "d"}}"#
  private let open = #"{"when": ["MORN"]}"#

  private func from(_ start: String) -> String {
    #"{"when": ["MORN"], "boundsPeriod": {"start": "\#(start)"}}"#
  }

  @Test func sequenceNumbersAreConsecutivePhases() throws {
    #expect(
      try days([dosage(1, two), dosage(2, two), dosage(3, open)]) == [
        "2024-03-08", "2024-03-10", "2024-03-12",
      ])
    #expect(try days([dosage(9, open), dosage(-1, two)]) == ["2024-03-10", "2024-03-08"])
    #expect(try days([dosage(nil, open), dosage(nil, open)]) == ["2024-03-08", "2024-03-08"])
    #expect(throws: InputError.self) { try days([dosage(nil, open), dosage(4, open)]) }
  }

  @Test func emptyDosesTakeTime() throws {
    #expect(try days([dosage(1, two, dose: 0), dosage(2, open)]) == [nil, "2024-03-10"])
  }

  @Test func countsEndPhases() throws {
    let three = #"{"timeOfDay": ["08:00:00", "20:00:00"], "count": 3}"#
    #expect(
      try days([dosage(1, three), dosage(2, open)]) == ["2024-03-08", "2024-03-08", "2024-03-10"])
    #expect(
      try days([dosage(1, #"{"count": 1}"#), dosage(2, open)]) == ["2024-03-08", "2024-03-09"])
    let event = #"{"sequence": 1, "timing": {"event": ["2024-03-20T08:00:00Z"]}}"#
    #expect(try days([event, dosage(2, open)]) == ["2024-03-20", "2024-03-21"])
  }

  @Test func ownStartsEndOpenPhases() throws {
    let dosages = [dosage(1, open), dosage(2, from("2024-03-15"))]
    #expect(try days(dosages) == ["2024-03-08", "2024-03-15"])
    let plan = try plan(dosages: "[\(dosages.joined(separator: ","))]", from: "2024-03-08")
    #expect(plan.parts[0].element?.end == .local(try local("2024-03-15T00:00:00")))
    #expect(plan.notes.map(\.problem.kind) == ["phasesOverlap"])
  }

  @Test func overlapsAreNoted() throws {
    let dosages = [dosage(1, two), dosage(2, from("2024-03-09"))]
    let plan = try plan(dosages: "[\(dosages.joined(separator: ","))]", from: "2024-03-08")
    #expect(plan.notes.map(\.problem.kind) == ["phasesOverlap"])
    #expect(plan.notes.first?.field == "[1].timing.repeat.boundsPeriod.start")
  }

  @Test func unsupportedContentIsRejected() throws {
    #expect(
      try code { try plan(dosages: "[\(dosage(1, open)), \(dosage(2, open))]") } == "openPhase")
    #expect(
      try code { try plan(dosages: "[\(dosage(1, two)), \(dosage(2, two)), \(dosage(nil, two))]") }
        == "sequenceMixed")
  }

  @Test func theEndIsThatOfTheLastPhase() throws {
    func end(_ dosages: String...) throws -> LocalOrInstant? {
      try plan(dosages: "[\(dosages.joined(separator: ","))]", from: "2024-03-08").end
    }
    #expect(try end(dosage(1, two), dosage(2, two)) == .local(try local("2024-03-12T00:00:00")))
    #expect(try end(dosage(1, two), dosage(2, open)) == nil)
    #expect(try end(dosage(nil, two), dosage(nil, open)) == nil)
  }
}
