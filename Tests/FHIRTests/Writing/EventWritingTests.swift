import AdherenceAnalytics
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Outcomes as MedicationAdministrations and Observations.
@Suite struct EventWritingTests {
  /// An outcome and its resource in full.
  struct Example: CustomTestStringConvertible {
    let testDescription: String
    var release = FHIRRelease.r4
    var isService = false
    let outcome: @Sendable () throws -> Outcome
    let json: String
    var problems = 0
  }

  private static func value(
    _ content: OutcomeValue.Content, _ units: String? = nil, _ kind: String? = nil
  )
    -> OutcomeValue
  {
    OutcomeValue(content, units: units, kind: kind)
  }

  private static func outcome(
    _ values: [OutcomeValue] = [], status: Outcome.Status = .completed, id: String? = nil,
    note: String? = nil
  ) throws -> Outcome {
    var outcome = Outcome(
      task: "tablet", time: try at("2025-01-06T07:00:00Z"), values: values, status: status)
    outcome.id = id
    outcome.notes = note.map { [RecordNote($0)] } ?? []
    return outcome
  }

  static let examples = [
    Example(
      testDescription: "taken",
      outcome: {
        var taken = try outcome([value(.number(1.5), "tablet")])
        taken.recordedAt = Instant("2025-01-06T07:05:00Z")
        return taken
      },
      json: #"""
        {"resourceType":"MedicationAdministration","id":"ann..tablet..20250106T070000Z","meta":{"lastUpdated":\#
        "2025-01-06T07:05:00Z"},"status":"completed","medicationCodeableConcept":{"text":"Lisinopril 10 mg"},\#
        "subject":{"reference":"Patient/ann"},"effectiveDateTime":"2025-01-06T07:00:00Z","request":\#
        {"reference":"MedicationRequest/ann..tablet"},"dosage":{"dose":{"value":1.5,"unit":"tablet"}}}
        """#),
    Example(
      testDescription: "taken, in R5", release: .r5,
      outcome: { try outcome(id: "MedicationAdministration/a.1") },
      json: #"""
        {"resourceType":"MedicationAdministration","id":"a.1","status":"completed","medication":{"concept":\#
        {"text":"Lisinopril 10 mg"}},"subject":{"reference":"Patient/ann"},\#
        "occurenceDateTime":"2025-01-06T07:00:00Z","request":{"reference":"MedicationRequest/ann..tablet"}}
        """#),
    Example(
      testDescription: "refused",
      outcome: { try outcome(status: .declined, id: "e1", note: "Nausea") },
      json: #"""
        {"resourceType":"MedicationAdministration","id":"ann..e1","identifier":[{"use":"usual","value":"e1"}],\#
        "status":"not-done","statusReason":[{"coding":[{"system":"http://snomed.info/sct","code":"105480006",\#
        "display":"Refusal of treatment by patient (situation)"}]}],"medicationCodeableConcept":\#
        {"text":"Lisinopril 10 mg"},"subject":{"reference":"Patient/ann"},\#
        "effectiveDateTime":"2025-01-06T07:00:00Z","request":{"reference":"MedicationRequest/ann..tablet"},\#
        "note":[{"text":"Nausea"}]}
        """#),
    Example(
      testDescription: "skipped for a reason",
      outcome: {
        var skipped = try outcome(status: .skipped)
        skipped.notes = [
          RecordNote("No water", title: "reason"), RecordNote("Later", title: "plan"),
        ]
        return skipped
      },
      json: #"""
        {"resourceType":"MedicationAdministration","id":"ann..tablet..20250106T070000Z","status":"not-done",\#
        "statusReason":[{"text":"No water"}],"medicationCodeableConcept":{"text":"Lisinopril 10 mg"},\#
        "subject":{"reference":"Patient/ann"},"effectiveDateTime":"2025-01-06T07:00:00Z","request":\#
        {"reference":"MedicationRequest/ann..tablet"},"note":[{"text":"plan: Later"}]}
        """#),
    Example(
      testDescription: "skipped, at no known time",
      outcome: {
        Outcome(task: "tablet", key: try key("tablet/2025-01-06T08:00:00"), status: .skipped)
      },
      json: #"""
        {"resourceType":"MedicationAdministration","id":"ann..tablet..tablet..20250106T080000",\#
        "status":"not-done","medicationCodeableConcept":{"text":"Lisinopril 10 mg"},"subject":\#
        {"reference":"Patient/ann"},"effectivePeriod":{"start":"2025-01-06T07:00:00Z","end":"2025-01-06T22:59:59Z"},"request":\#
        {"reference":"MedicationRequest/ann..tablet"}}
        """#),
    Example(
      testDescription: "taken, with more values than a dose has room for",
      outcome: {
        try outcome([value(.boolean(true)), value(.number(1), "tablet"), value(.number(2))])
      },
      json: #"""
        {"resourceType":"MedicationAdministration","id":"ann..tablet..20250106T070000Z","status":"completed",\#
        "medicationCodeableConcept":{"text":"Lisinopril 10 mg"},"subject":{"reference":"Patient/ann"},\#
        "effectiveDateTime":"2025-01-06T07:00:00Z","request":{"reference":"MedicationRequest/ann..tablet"},\#
        "dosage":{"dose":{"value":1,"unit":"tablet"}}}
        """#, problems: 2),
    Example(
      testDescription: "done", isService: true, outcome: { try outcome() },
      json: #"""
        {"resourceType":"Observation","id":"ann..tablet..20250106T070000Z","basedOn":[{"reference":\#
        "ServiceRequest/ann..tablet"}],"status":"final","code":{"text":"Lisinopril 10 mg"},"subject":\#
        {"reference":"Patient/ann"},"effectiveDateTime":"2025-01-06T07:00:00Z"}
        """#),
    Example(
      testDescription: "measured", isService: true,
      outcome: { try outcome([value(.number(36.6), "Cel")], id: "Observation/o1") },
      json: #"""
        {"resourceType":"Observation","id":"o1","basedOn":[{"reference":"ServiceRequest/ann..tablet"}],\#
        "status":"final","code":{"text":"Lisinopril 10 mg"},"subject":{"reference":"Patient/ann"},\#
        "effectiveDateTime":"2025-01-06T07:00:00Z","valueQuantity":{"value":36.6,"unit":"Cel"}}
        """#),
    Example(
      testDescription: "measured in parts", isService: true,
      outcome: {
        try outcome([
          value(.number(135), "mm[Hg]", "systolic"), value(.boolean(false), nil, "sitting"),
          value(.text("left"), nil, "arm"),
          value(.date(.local(local("2025-01-05T00:00:00"))), nil, "since"),
          value(.data([1, 2]), nil, "raw"), value(.number(.infinity)),
        ])
      },
      json: #"""
        {"resourceType":"Observation","id":"ann..tablet..20250106T070000Z","basedOn":[{"reference":\#
        "ServiceRequest/ann..tablet"}],"status":"final","code":{"text":"Lisinopril 10 mg"},"subject":\#
        {"reference":"Patient/ann"},"effectiveDateTime":"2025-01-06T07:00:00Z","component":[{"code":\#
        {"text":"systolic"},"valueQuantity":{"value":135,"unit":"mm[Hg]"}},{"code":{"text":"sitting"},\#
        "valueBoolean":false},{"code":{"text":"arm"},"valueString":"left"},{"code":{"text":"since"},\#
        "valueDateTime":"2025-01-05"}]}
        """#, problems: 2),
    Example(
      testDescription: "refused", isService: true, outcome: { try outcome(status: .declined) },
      json: #"""
        {"resourceType":"Observation","id":"ann..tablet..20250106T070000Z","basedOn":[{"reference":\#
        "ServiceRequest/ann..tablet"}],"status":"cancelled","code":{"text":"Lisinopril 10 mg"},"subject":\#
        {"reference":"Patient/ann"},"effectiveDateTime":"2025-01-06T07:00:00Z","dataAbsentReason":{"coding":\#
        [{"system":"http://terminology.hl7.org/CodeSystem/data-absent-reason","code":"asked-declined",\#
        "display":"Asked But Declined"}]}}
        """#),
  ]

  @Test(arguments: examples) func stands(_ example: Example) throws {
    var record = try tabletRecord([try example.outcome()])
    if example.isService { record.tasks[0].schedule.elements[0].targets = [] }
    let written = WrittenResources(
      record, as: try content(release: example.release, hasAdherence: false))
    let events = written.names.filter {
      $0.hasPrefix("MedicationAdministration/") || $0.hasPrefix("Observation/")
    }
    #expect(events.map { written.json[$0] } == [example.json])
    #expect(written.problems.count == example.problems, "\(written.problems)")
  }

  @Test func distinguishesEqualOnes() throws {
    let same = try event("2025-01-06T07:00:00Z")
    let written = WrittenResources(
      try tabletRecord([same, same, same]), as: try content(hasAdherence: false))
    let first = "MedicationAdministration/ann..tablet..20250106T070000Z"
    #expect(written.names.suffix(3) == [first, "\(first)..2", "\(first)..3"])
  }

  @Test func omitsContentWithoutATime() throws {
    let written = WrittenResources(
      try tabletRecord([Outcome(task: "tablet")]), as: try content(hasAdherence: false))
    #expect(written.names == ["Patient/ann", "MedicationRequest/ann..tablet"])
    #expect(written.problems.count { $0.contains("tablet") } == 1, "\(written.problems)")
  }

  @Test func keepsOutcomesWithoutATask() throws {
    let written = WrittenResources(
      try tabletRecord([try event("2025-01-06T07:00:00Z", of: "gone")]),
      as: try content(hasAdherence: false))
    let name = "Observation/ann..gone..20250106T070000Z"
    #expect(try written.value(name, "code.text") == "gone")
    #expect(try written.value(name, "basedOn") == "")
  }

  @Test func writesTheVersionThatCounts() throws {
    var (first, second) = (try event("2025-01-06T07:00:00Z"), try event("2025-01-06T07:30:00Z"))
    (first.id, first.recordedAt) = ("e", try at("2025-01-06T08:00:00Z"))
    (second.id, second.recordedAt) = ("e", try at("2025-01-07T08:00:00Z"))
    let written = WrittenResources(
      try tabletRecord([first, second]), as: try content(hasAdherence: false))
    #expect(
      try written.value("MedicationAdministration/ann..e", "effectiveDateTime")
        == "2025-01-06T07:30:00Z")
  }
}
