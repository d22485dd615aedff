import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// References between resources, in every form.
@Suite struct ReferenceTests {
  private static let request =
    #"{"resourceType":"MedicationRequest","id":"m","identifier":[{"system":"rx","value":"17"}],"status":"active","intent":"order","subject":{"reference":"Patient/ann"},"authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d"}}}]}"#

  private func given(subject: String, request: String) -> String {
    #"{"resourceType":"MedicationAdministration","id":"a","status":"completed","subject":\#(subject),"request":\#(request),"effectiveDateTime":"2025-01-07T08:00:00Z"}"#
  }

  static let found = [
    #"{"reference":"MedicationRequest/m"}"#, #"{"reference":"MedicationRequest/m/_history/3"}"#,
    #"{"reference":"https://a.example/fhir/MedicationRequest/m"}"#,
    #"{"reference":"https://a.example/fhir/MedicationRequest/m/_history/x/y"}"#,
    #"{"identifier":{"system":"rx","value":"17"}}"#,
    #"{"reference":"MedicationRequest?identifier=rx|17"}"#,
    #"{"reference":"\u004dedicationRequest/m","display":"x"}"#,
  ]
  static let lost = [
    #"{"reference":"MedicationRequest/n"}"#, #"{"reference":"ServiceRequest/m"}"#,
    ##"{"reference":"#m"}"##, #"{"reference":"urn:uuid:m"}"#, #"{"reference":""}"#,
    #"{"identifier":{"system":"ry","value":"17"}}"#, #"{"reference":"/_history/"}"#,
    #"{"reference":"MedicationRequest/"}"#,
  ]

  @Test(arguments: found) func finds(_ reference: String) throws {
    let read = try ReadRecords(lines: [
      ReferenceTests.request, given(subject: #"{"reference":"Patient/ann"}"#, request: reference),
    ])
    #expect(read.problems.isEmpty)
    #expect(read.records[0].outcomes.map(\.task) == ["MedicationRequest/m"])
  }

  @Test(arguments: lost) func findsNothing(_ reference: String) throws {
    let read = try ReadRecords(lines: [
      ReferenceTests.request, given(subject: #"{"reference":"Patient/ann"}"#, request: reference),
    ])
    #expect(read.rejected == [["MedicationAdministration/a", "unknownTask"]])
  }

  @Test func findsPatients() throws {
    let patient =
      #"{"resourceType":"Patient","id":"ann","identifier":[{"system":"mrn","value":"5"}],"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone","valueCode":"UTC"}]}"#
    let subjects = [
      #"{"reference":"Patient/ann"}"#, #"{"reference":"http://b/Patient/ann/_history/1"}"#,
      #"{"identifier":{"system":"mrn","value":"5"}}"#,
      #"{"reference":"Patient?identifier=mrn|5"}"#,
      #"{"display":"Ann","reference":"Patient\/ann"}"#,
    ]
    for subject in subjects {
      let lines = [
        given(subject: subject, request: #"{"reference":"MedicationRequest/m"}"#),
        ReferenceTests.request, patient,
      ]
      let folder = try ResourceFolder(["a.ndjson": lines.joined(separator: "\n")])
      let read = try ReadRecords(FHIRRecords(folder.path))
      #expect(read.records[0].outcomes.count == 1, "\(subject)")
      #expect(read.problems.isEmpty)
    }
  }

  /// A request of another patient is not matched.
  @Test func staysWithThePatient() throws {
    let bob = ResourceFolder.ann.replacingOccurrences(of: #""ann""#, with: #""bob""#)
    let read = try ReadRecords(lines: [
      bob, ReferenceTests.request,
      given(subject: #"{"reference":"Patient/bob"}"#, request: ReferenceTests.found[0]),
    ])
    #expect(read.rejected == [["MedicationAdministration/a", "unknownTask"]])
  }

  /// In a Bundle the `fullUrl` takes precedence, and identifies resources without an id.
  @Test func fullURLs() throws {
    let document = #"""
      {"resourceType":"Bundle","type":"transaction","entry":[
      {"fullUrl":"urn:uuid:1","resource":{"resourceType":"Patient","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/tz-code","valueCode":"UTC"}]}},
      {"fullUrl":"urn:uuid:2","resource":{"resourceType":"MedicationRequest","id":"own","status":"active","intent":"order","subject":{"reference":"urn:uuid:1"},"authoredOn":"2025-01-06","medicationReference":{"reference":"urn:uuid:3"},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d"}}}]}},
      {"fullUrl":"urn:uuid:3","resource":{"resourceType":"Medication","code":{"text":"Drug"}}},
      {"fullUrl":"http://x/MedicationAdministration/4","resource":{"resourceType":"MedicationAdministration","status":"completed","subject":{"reference":"urn:uuid:1"},"request":{"reference":"urn:uuid:2"},"effectiveDateTime":"2025-01-07T08:00:00Z"}},
      {"search":{"mode":"outcome"},"resource":{"resourceType":"OperationOutcome"}},
      {"resource":{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"MedicationAdministration","id":"5","status":"completed","subject":{"reference":"Patient/1"},"request":{"reference":"MedicationRequest/own"},"effectiveDateTime":"2025-01-08T08:00:00Z"}}]}},
      {"resource":7}, 8, {}]}
      """#
    let read = try ReadRecords(document: document)
    #expect(read.records.map(\.patient.id) == ["1"])
    #expect(read.records[0].tasks.map(\.id) == ["MedicationRequest/own"])
    #expect(read.records[0].tasks[0].title == "Drug")
    #expect(
      read.records[0].outcomes.map(\.id) == [
        "MedicationAdministration/4", "MedicationAdministration/5",
      ])
    #expect(read.problems.map(\.line) == [7, 8])
    #expect(read.problems.allSatisfy { $0.source == "all.json" })
  }
}
