import AdherenceAnalytics
import Formats
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Adherence as Observations, in plain FHIR and in US Core.
@Suite struct AdherenceWritingTests {
  private static let week = "ann..tablet..2025-01-06..2025-01-12"

  @Test func isWrittenInFull() throws {
    let record = try tabletRecord([
      try event("2025-01-06T07:00:00Z"), try event("2025-01-07T07:00:00Z"),
    ])
    let written = WrittenResources(record, as: try content(3, hasRecords: false))
    #expect(
      written.names == [
        "Observation/adherence..ann..2025-01-06..2025-01-08",
        "Observation/adherence..ann..tablet..2025-01-06..2025-01-08",
      ])
    #expect(
      written.json[written.names[1]] == #"""
        {"resourceType":"Observation","id":"adherence..ann..tablet..2025-01-06..2025-01-08","status":"final",\#
        "category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category",\#
        "code":"therapy","display":"Therapy"}]}],"code":{"coding":[{"system":"http://snomed.info/sct",\#
        "code":"418633004"}],"text":"Medication adherence"},"subject":{"reference":"Patient/ann"},\#
        "focus":[{"reference":"MedicationRequest/ann..tablet"}],"effectivePeriod":{"start":"2025-01-06",\#
        "end":"2025-01-08"},"issued":"2025-01-08T23:00:00Z","valueQuantity":{"value":66.7,"unit":"%",\#
        "system":"http://unitsofmeasure.org","code":"%"},"component":[{"code":{"text":"due"},"valueQuantity":\#
        {"value":3,"unit":"1","system":"http://unitsofmeasure.org","code":"1"}},{"code":{"text":"done"},\#
        "valueQuantity":{"value":2,"unit":"1","system":"http://unitsofmeasure.org","code":"1"}}]}
        """#)
  }

  /// A week of tablets with its result.
  struct Example: CustomTestStringConvertible {
    let testDescription: String
    var asOf: String?
    let status: String
    /// The percentage, or the reason for its absence.
    let value: String
    let counts: [String]
    let change: @Sendable (inout CareRecord) throws -> Void
  }

  static let examples = [
    Example(
      testDescription: "nothing taken", status: "final", value: "0",
      counts: ["due 7", "done 0"]
    ) { _ in },
    Example(
      testDescription: "one of seven", status: "final", value: "14.3",
      counts: ["due 7", "done 1"]
    ) {
      $0.outcomes = OutcomeTable([try event("2025-01-06T07:00:00Z")])
    },
    Example(
      testDescription: "one of eight is half rounded up", status: "final", value: "12.5",
      counts: ["due 8", "done 1"]
    ) {
      $0.outcomes = OutcomeTable([try event("2025-01-06T07:00:00Z")])
      $0.tasks[0].schedule.elements[0].start = try moment("2025-01-06T08:00:00")
      $0.tasks[0].schedule.elements.append(
        try element("extra", from: "2025-01-12T20:00:00", every: nil))
    },
    Example(
      testDescription: "all on hold", status: "final", value: "not-applicable allOnHold",
      counts: ["due 0", "done 0", "onHold 7"]
    ) {
      $0.holds = [Hold(from: try moment("2025-01-01T00:00:00"), to: nil)]
    },
    Example(
      testDescription: "one cancelled", status: "final", value: "0",
      counts: ["due 6", "done 0", "cancelled 1"]
    ) {
      $0.tasks[0].schedule = $0.tasks[0].schedule.cancelled(try key("tablet/2025-01-07T08:00:00"))
    },
    Example(
      testDescription: "nothing planned", status: "final", value: "not-applicable noOccurrences",
      counts: ["due 0", "done 0"]
    ) {
      $0.tasks[0].schedule.elements[0].start = try moment("2025-02-01T08:00:00")
    },
    Example(
      testDescription: "half the week over", asOf: "2025-01-08T23:00:00Z", status: "preliminary",
      value: "33.3", counts: ["due 3", "done 1"]
    ) {
      $0.outcomes = OutcomeTable([try event("2025-01-06T07:00:00Z")])
    },
    Example(
      testDescription: "before the week", asOf: "2025-01-01T00:00:00Z", status: "preliminary",
      value: "not-applicable allPending", counts: ["due 0", "done 0"]
    ) { _ in },
    Example(
      testDescription: "over but for a window", asOf: "2025-01-12T23:00:00Z", status: "preliminary",
      value: "0", counts: ["due 6", "done 0"]
    ) {
      $0.tasks[0].schedule.elements[0].window = try window(closes: "PT1H", late: "PT24H")
    },
    Example(
      testDescription: "quota of three a week", status: "final", value: "66.7",
      counts: ["due 3", "done 2", "quotaDue 3", "quotaDone 2"]
    ) {
      $0.tasks[0].schedule.elements[0] = ScheduleElement("tablet", on: try day("2025-01-06"))
      $0.tasks[0].schedule.elements[0].recurrence = .quota(Quota(3, per: try period("P1W")))
      $0.outcomes = OutcomeTable([
        try event("2025-01-06T07:00:00Z"), try event("2025-01-08T07:00:00Z"),
      ])
    },
    Example(
      testDescription: "as needed", status: "final", value: "not-applicable asNeeded",
      counts: ["due 0", "done 0"]
    ) {
      $0.tasks[0].schedule.elements[0] = ScheduleElement("tablet", on: try day("2025-01-06"))
      $0.tasks[0].schedule.elements[0].recurrence = .asNeeded(.none)
    },
  ]

  @Test(arguments: examples) func says(_ example: Example) throws {
    var record = try tabletRecord()
    record.tasks[0].group = "medication"
    try example.change(&record)
    let asked = try content(asOf: example.asOf, hasRecords: false)
    let written = WrittenResources(record, as: asked)
    let name = "Observation/adherence..\(AdherenceWritingTests.week)"
    #expect(try written.value(name, "status") == example.status)
    let absent = try written.value(name, "dataAbsentReason.coding.0.code")
    let value =
      absent.isEmpty
      ? try written.value(name, "valueQuantity.value")
      : "\(absent) \(try written.value(name, "dataAbsentReason.text"))"
    #expect(value == example.value)
    #expect(try counts(written, name) == example.counts)
  }

  private func counts(_ written: WrittenResources, _ name: String) throws -> [String] {
    try written.document(name).root["component"]?.elements.map { part in
      "\(part["code"]?["text"]?.text ?? "") \(part["valueQuantity"]?["value"]?.source ?? "")"
    } ?? []
  }

  @Test func namesTheReasonIfNothingWasAccepted() throws {
    var record = try tabletRecord()
    (record.isRejected, record.tasks) = (true, [])
    let written = WrittenResources(record, as: try content(hasRecords: false))
    let total = "Observation/adherence..ann..2025-01-06..2025-01-12"
    #expect(try written.value(total, "dataAbsentReason.coding.0.code") == "unknown")
    #expect(try written.value(total, "dataAbsentReason.text") == "dataRejected")
  }

  @Test func countsWhatTheQueryCounts() throws {
    var record = try tabletRecord([try event("2025-01-06T12:00:00Z")])
    record.tasks[0].schedule.elements[0].window = try window(closes: "PT1H", late: "PT12H")
    var asked = try content(2, hasRecords: false)
    let name = "Observation/adherence..ann..2025-01-06..2025-01-07"
    #expect(try WrittenResources(record, as: asked).value(name, "valueQuantity.value") == "50")
    asked.query.numerator = .inWindow
    #expect(try WrittenResources(record, as: asked).value(name, "valueQuantity.value") == "0")
  }

  @Test func isNoMedicationAdherenceWithOtherTasks() throws {
    var record = try tabletRecord()
    var walk = task("walk", .window, try element("walk", from: "2025-01-06T17:00:00"))
    walk.group = "exercise"
    record.tasks.append(walk)
    func code(_ series: String) throws -> String {
      let written = WrittenResources(record, as: try content(hasRecords: false))
      return try written.value(
        "Observation/adherence..ann\(series)..2025-01-06..2025-01-12", "code.coding.0.code")
    }
    #expect(try [code(""), code("..tablet"), code("..walk")] == ["", "418633004", ""])
    record.tasks[1].impactsAdherence = false
    #expect(try [code(""), code("..walk")] == ["418633004", ""])
  }

  @Test func writesEachPeriod() throws {
    let record = try tabletRecord()
    for (period, count) in [(CalendarPeriod.day, 14), (.week, 2), (.all, 1)] {
      let written = WrittenResources(record, as: try content(14, by: period, hasRecords: false))
      #expect(written.names.count == 2 * count && Set(written.names).count == 2 * count)
    }
  }

  @Test func supportsTheFirstAndTheLastYear() throws {
    for (year, end) in [("0001", "0001-01-06"), ("9999", "9999-01-06")] {
      var record = try tabletRecord()
      record.tasks[0].schedule.elements[0].start = try moment("\(year)-01-02T08:00:00")
      var asked = FHIRContent(AdherenceQuery(try days("\(year)-01-01", "\(year)-01-07")))
      asked.hasRecords = false
      let written = WrittenResources(record, as: asked)
      let name = "Observation/adherence..ann..\(year)-01-01..\(end)"
      #expect(try written.value(name, "effectivePeriod.end") == end)
      #expect(try written.value(name, "component.0.valueQuantity.value") == "5")
    }
  }

  /// US Core's extension.
  @Test(arguments: [
    (0, "702565001", "http://snomed.info/sct"), (1, "702565001", "http://snomed.info/sct"),
    (4, "1156699004", "http://snomed.info/sct"), (5, "1156699004", "http://snomed.info/sct"),
    (nil, "UNK", "http://terminology.hl7.org/CodeSystem/v3-NullFlavor"),
  ])
  func assertsMedicationAdherence(taken: Int?, code: String, system: String) throws {
    let outcomes = try (0..<(taken ?? 0)).map {
      try event("\(try day("2025-01-06").adding(days: $0))T07:00:00Z")
    }
    let hold = Hold(from: try moment("2025-01-01T00:00:00"), to: nil)
    let record = try tabletRecord(outcomes, holds: taken == nil ? [hold] : [])
    var asked = try content(5, hasAdherence: false)
    asked.assertsMedicationAdherence = true
    let written = WrittenResources(record, as: asked)
    let request = "MedicationRequest/ann..tablet"
    let path = "extension.0.extension"
    #expect(
      try written.value(request, "extension.0.url")
        == "http://hl7.org/fhir/us/core/StructureDefinition/us-core-medication-adherence")
    #expect(try written.value(request, "\(path).0.valueCodeableConcept.coding.0.code") == code)
    #expect(try written.value(request, "\(path).0.valueCodeableConcept.coding.0.system") == system)
    #expect(try written.value(request, "\(path).1.valueDateTime") == "2025-01-10T23:00:00Z")
  }

  @Test func assertsNothingByDefault() throws {
    let written = WrittenResources(try tabletRecord(), as: try content())
    #expect(try written.value("MedicationRequest/ann..tablet", "extension") == "")
  }
}
