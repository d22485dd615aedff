import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import FHIR

/// Resources in which each part is replaced by other types.
@Suite struct HostileTests {
  /// A valid resource of each type, as text.
  static let resources = [
    #"{"resourceType":"MedicationRequest","id":"x","meta":{"lastUpdated":"2025-01-08T11:00:00Z"},"identifier":[{"system":"rx","value":"17"}],"status":"stopped","statusChanged":"2025-01-09T10:00:00Z","intent":"order","category":[{"coding":[{"code":"outpatient"}]}],"subject":{"reference":"Patient/ann"},"authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"c","display":"d"}]},"effectiveDosePeriod":{"start":"2025-01-06","end":"2025-02-06"},"note":[{"text":"n","time":"2025-01-06T10:00:00Z"}],"dosageInstruction":[{"sequence":1,"text":"t","timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d","boundsDuration":{"value":5,"code":"d"}}},"doseAndRate":[{"doseQuantity":{"value":1,"code":"mg"}}]},{"sequence":2,"asNeededBoolean":true,"timing":{"repeat":{"frequency":1,"period":4,"periodUnit":"h"}},"maxDosePerPeriod":{"numerator":{"value":4,"code":"mg"},"denominator":{"value":1,"code":"d"}}}]}"#,
    #"{"resourceType":"ServiceRequest","id":"x","status":"active","intent":"order","subject":{"reference":"Patient/ann"},"code":{"concept":{"text":"t"}},"patientInstruction":[{"instructionMarkdown":"i"}],"authoredOn":"2025-01-06","occurrencePeriod":{"start":"2025-01-06","end":"2025-02-06"}}"#,
    #"{"resourceType":"CarePlan","id":"x","status":"active","intent":"plan","subject":{"reference":"Patient/ann"},"title":"t","period":{"start":"2025-01-06","end":"2025-02-06"},"activity":[{"detail":{"status":"in-progress","code":{"text":"t"},"scheduledTiming":{"event":["2025-01-07T10:00:00Z"]}}},{"reference":{"reference":"MedicationRequest/m"}}]}"#,
    #"{"resourceType":"Task","id":"x","status":"completed","intent":"order","for":{"reference":"Patient/ann"},"code":{"text":"t"},"restriction":{"period":{"start":"2025-01-06","end":"2025-01-20"}},"executionPeriod":{"end":"2025-01-10T10:00:00Z"},"basedOn":[{"reference":"MedicationRequest/m"}]}"#,
    #"{"resourceType":"MedicationAdministration","id":"x","meta":{"lastUpdated":"2025-01-08T11:00:00Z"},"status":"not-done","statusReason":[{"coding":[{"system":"http://snomed.info/sct","code":"105480006"}]}],"subject":{"reference":"Patient/ann"},"request":{"reference":"MedicationRequest/m"},"effectivePeriod":{"start":"2025-01-07T10:00:00Z"},"note":[{"text":"n"}]}"#,
    #"{"resourceType":"MedicationStatement","id":"x","status":"recorded","subject":{"reference":"Patient/ann"},"medication":{"concept":{"text":"m"}},"effectivePeriod":{"start":"2025-01-07","end":"2025-01-20"},"adherence":{"code":{"coding":[{"code":"on-hold-as-directed"}]}},"dosage":[{"timing":{"code":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation","code":"BID"}]}}}]}"#,
    ##"{"resourceType":"MedicationDispense","id":"x","status":"completed","subject":{"reference":"Patient/ann"},"medicationReference":{"reference":"#d"},"contained":[{"resourceType":"Medication","id":"d","code":{"text":"m"}}],"whenHandedOver":"2025-01-07","quantity":{"value":30},"daysSupply":{"value":30,"code":"d"}}"##,
    #"{"resourceType":"Encounter","id":"x","status":"completed","subject":{"reference":"Patient/ann"},"class":[{"coding":[{"code":"IMP"}]}],"actualPeriod":{"start":"2025-01-07T10:00:00Z","end":"2025-01-08T10:00:00Z"}}"#,
    #"{"resourceType":"Observation","id":"x","status":"final","subject":{"reference":"Patient/ann"},"basedOn":[{"reference":"MedicationRequest/m"}],"effectiveDateTime":"2025-01-07T10:00:00Z","valueQuantity":{"value":1,"code":"mg"},"component":[{"code":{"text":"c"},"valueCodeableConcept":{"coding":[{"code":"y"}]}}]}"#,
    #"{"resourceType":"QuestionnaireResponse","id":"x","status":"completed","subject":{"reference":"Patient/ann"},"basedOn":[{"reference":"MedicationRequest/m"}],"authored":"2025-01-07T10:00:00Z","item":[{"linkId":"1","answer":[{"valueInteger":3,"item":[{"linkId":"2","answer":[{"valueDate":"2025-01-07"}]}]}]}]}"#,
    #"{"resourceType":"Procedure","id":"x","meta":{"lastUpdated":"2025-01-08T11:00:00Z"},"status":"completed","subject":{"reference":"Patient/ann"},"code":{"coding":[{"code":"c","display":"d","userSelected":true}],"text":"t"},"performedPeriod":{"start":"2025-01-07T10:00:00Z"},"note":[{"text":"n"}]}"#,
    #"{"resourceType":"EpisodeOfCare","id":"x","status":"finished","patient":{"reference":"Patient/ann"},"type":[{"text":"t"}],"period":{"start":"2025-01-07","end":"2025-02-07"}}"#,
    #"{"resourceType":"ResearchSubject","id":"x","status":"active","subject":{"reference":"Patient/ann"},"period":{"start":"2025-01-07","end":"2025-02-07"},"progress":[{"milestone":{"text":"t"},"startDate":"2025-01-08"},{"subjectState":{"coding":[{"code":"off-study"}]}}]}"#,
  ]

  static let request =
    #"{"resourceType":"MedicationRequest","id":"m","status":"active","intent":"order","subject":{"reference":"Patient/ann"},"authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d"}}}]}"#

  /// The replacement values.
  private static let others = [
    "{}", "[]", "\"x\"", "7", "true", "null", "[[[]]]", "{\"x\":{}}", "1e999", "-0", "\"\"",
    "123456789012345678901234567890", "\"0000-00-00\"", "\"9999-12-31T23:59:59+14:00\"", "[null]",
  ]

  /// The ranges of all values within a resource.
  private func values(of resource: String) throws -> [Range<Int>] {
    let document = JSONDocument()
    try document.read(resource.utf8)
    var (ranges, open) = ([Range<Int>](), [document.root])
    while let node = open.popLast() {
      ranges.append(node.textRange)
      open += node.elements + node.members.map(\.value)
    }
    return ranges
  }

  /// At most one error; everything else is as if the resource were absent.
  @Test(arguments: resources) func anyElementOfAnyTypeGivesOneError(_ resource: String) throws {
    let alone = try ReadRecords(lines: [HostileTests.request])
    let bytes = Array(resource.utf8)
    let values = try values(of: resource).dropFirst()
    for range in values.sampled(values.count / 8) {
      var lines = [HostileTests.request]
      for (number, other) in HostileTests.others.enumerated() {
        let text =
          String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + other
          + String(decoding: bytes[range.upperBound...], as: UTF8.self)
        lines.append(text.replacingOccurrences(of: #""id":"x""#, with: #""id":"x\#(number)""#))
      }
      let read = try ReadRecords(lines: lines)
      let place = String(decoding: bytes[range], as: UTF8.self)
      #expect(read.records.count == 1)
      #expect(
        read.records[0].tasks.first?.schedule == alone.records[0].tasks[0].schedule, "\(place)")
      let errors = Dictionary(grouping: read.problems.filter { !$0.problem.keepsRecord }) {
        $0.line ?? 0
      }
      let isPlan = resource.contains("CarePlan")
      #expect(errors.values.allSatisfy { $0.count == 1 || isPlan && $0.count == 2 }, "\(place)")
      #expect(read.problems.allSatisfy { $0.source == "all.ndjson" }, "\(place)")
      for record in read.records {
        for task in record.tasks { #expect(throws: Never.self) { try task.schedule.validate() } }
      }
    }
  }

  /// A value of the wrong type is reported with its path.
  @Test func namesThePath() throws {
    let read = try ReadRecords(lines: [
      HostileTests.request.replacingOccurrences(
        of: #""authoredOn":"2025-01-06""#, with: #""authoredOn":[7]"#),
      HostileTests.resources[4].replacingOccurrences(
        of: #""start":"2025-01-07T10:00:00Z""#, with: #""start":"yesterday""#),
      HostileTests.resources[6].replacingOccurrences(
        of: #""value":30,"code":"d""#, with: #""value":-1,"code":"d""#),
    ])
    #expect(
      read.problems.map {
        "\($0.line ?? 0) \($0.record ?? "") \($0.field ?? "") \($0.problem.kind)"
      } == [
        "2 MedicationRequest/m authoredOn malformed",
        "3 MedicationAdministration/x effectivePeriod.start malformed",
        "4 MedicationDispense/x daysSupply noDaysSupply",
      ])
  }

  /// Resources of unsupported types are skipped; one with a damaged type is parsed and rejected.
  @Test(arguments: [
    (#"{"resourceType":"Condition","id":"c"}"#, 0), (#"{"resourceType":"Condition" }"#, 0),
    (#"{"resourceType":"MedicationReques"x"t","id":"m"}"#, 1),
    (#"{"resourceType":"Condition""id":"c"}"#, 1), (#"{"resourceType":"Cond\u0000ition"#, 1),
  ])
  func aDamagedTypeIsNotSkipped(_ line: String, _ problems: Int) throws {
    #expect(try ReadRecords(lines: [line]).problems.count == problems)
  }

  /// With two ids, implementations differ in which they use, and a dose could be assigned to
  /// another patient.
  @Test(arguments: [
    #"{"resourceType":"Patient","id":"ann","id":"bob"}"#,
    #"{"resourceType":"Encounter","id":"x","subject":{"reference":"Patient/ann"},"subject":{"reference":"Patient/bob"}}"#,
    #"{"resourceType":"Task","for":{"reference":"Patient/ann"},"id":"x","for":{"reference":"Patient/bob"}}"#,
    #"{"resourceType":"Encounter","id":"x","subject":{"reference":"Patient/ann"},"resourceType":"Task"}"#,
  ])
  func ambiguousOwnersAreRejected(_ line: String) throws {
    let read = try ReadRecords(lines: [HostileTests.request, line])
    #expect(read.problems.map(\.problem.kind) == ["duplicateProperty"])
  }

  @Test func manyPatients() throws {
    let count = isExhaustive ? 20_000 : 11_000
    let patients = (0..<count).map { number in
      #"{"resourceType":"Patient","id":"\#(number)"}"#
    }
    let folder = try ResourceFolder(["Patient.ndjson": patients.joined(separator: "\n")])
    var options = FHIRRecords.Options()
    options.zone = .utc
    let records = try FHIRRecords(folder.path, options)
    #expect(records.patientIDs.count == count)
    #expect(records.patientIDs == records.patientIDs.sorted())
    #expect(records.problems.isEmpty)
    let without = try FHIRRecords(folder.path)
    #expect(without.patientIDs.isEmpty)
    #expect(without.problems.count == 10_001)
    #expect(without.counts.patients == ReadCount(read: count, rejected: count))
  }
}
