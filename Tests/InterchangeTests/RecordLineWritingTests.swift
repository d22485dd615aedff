import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling
import StoreChecks
import Testing

@Suite struct RecordLineWritingTests {
  @Test func everyFieldRoundTrips() throws {
    let record = try CareRecord.rich(id: "ann \"quoted\",\nand more")
    let line = try RecordLine(RecordLine.text(of: record))
    #expect(line.record == record)
    #expect(line.problems.allSatisfy { $0.problem.keepsRecord })
  }

  @Test func lineHasNoLineBreak() throws {
    let text = try RecordLine.text(of: try CareRecord.rich(id: "a\nb"))
    #expect(text.utf8.allSatisfy { $0 >= 32 })
  }

  @Test func rejectsValuesWithoutJSONForm() throws {
    var record = CareRecord(patient: Patient(id: "ann", zone: .utc))
    record.outcomes = [
      Outcome(task: "t", time: Instant(seconds: 0), values: [OutcomeValue(.number(.nan))])
    ]
    #expect(throws: InputError.self) { try RecordLine.text(of: record) }
    record.outcomes = []
    record.patient.id = ""
    #expect(throws: InputError.self) { try RecordLine.text(of: record) }
  }

  @Test func rejectsVersionsOfOtherPatient() throws {
    let line = try RecordLine(
      """
      {"patient": {"id": "ann", "zone": "UTC"},
       "earlierPatients": [{"id": "bob", "zone": "UTC"}, {"id": "ann", "zone": "Europe/Berlin"}]}
      """)
    #expect(line.record.earlierPatients.map(\.zone.id) == ["Europe/Berlin"])
    #expect(line.problems.map(\.field) == ["earlierPatients.0.id"])
  }
}
