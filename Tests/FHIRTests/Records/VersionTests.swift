import AdherenceAnalytics
import Foundation
import PlainWords
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Duplicate resources, and histories.
@Suite struct VersionTests {
  private func request(_ hour: String, updated: String?) -> String {
    let meta = updated.map { #""meta":{"lastUpdated":"\#($0)"},"# } ?? ""
    return
      #"{"resourceType":"MedicationRequest","id":"m",\#(meta)"status":"active","intent":"order","subject":{"reference":"Patient/ann"},"authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["\#(hour):00:00"]}}}]}"#
  }

  private func given(_ time: String, updated: String) -> String {
    #"{"resourceType":"MedicationAdministration","id":"a","meta":{"lastUpdated":"\#(updated)"},"status":"completed","subject":{"reference":"Patient/ann"},"request":{"reference":"MedicationRequest/m"},"effectiveDateTime":"\#(time)"}"#
  }

  @Test func theLatestCounts() throws {
    let (old, new) = ("2025-01-06T12:00:00Z", "2025-01-07T12:00:00+05:00")
    for lines in [
      [request("08", updated: old), request("09", updated: new)],
      [request("09", updated: new), request("08", updated: old)],
      [request("08", updated: nil), request("09", updated: new)],
      [request("09", updated: new), "", request("08", updated: nil)],
      [request("08", updated: old), request("09", updated: old)],
    ] {
      let read = try ReadRecords(lines: lines)
      #expect(read.problems.isEmpty)
      #expect(read.records[0].tasks.map(\.schedule.summary) == ["every day at 09:00"])
      #expect(read.records[0].tasks[0].recordedAt == nil)
      #expect(read.counts.tasks == ReadCount(read: 1))
    }
  }

  /// Errors in a version replaced by a later one are ignored.
  @Test func aWrongVersionIsReplaced() throws {
    let wrong = request("08", updated: "2025-01-06T12:00:00Z").replacingOccurrences(
      of: #""active""#, with: #""draft""#)
    let lines = [request("09", updated: "2025-01-07T12:00:00Z"), wrong]
    for lines in [lines, lines.reversed()] {
      #expect(try ReadRecords(lines: lines).problems.isEmpty)
    }
  }

  @Test func patientsMayBeDuplicated() throws {
    let patient =
      #"{"resourceType":"Patient","id":"ann","meta":{"lastUpdated":"2025-01-06T12:00:00Z"},"name":[{"use":"old","family":"C"},{"use":"usual","family":"A"},{"use":"official","family":"B","given":["X","Y"]}],"gender":"female","birthDate":"1970-05","address":[{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone","valueCode":"America/New_York"}]}],"deceasedDateTime":"2025-03-01"}"#
    let read = try ReadRecords(lines: [patient])
    let ann = read.records[0].patient
    #expect(ann.zone.id == "America/New_York")
    #expect((ann.givenName, ann.familyName) == ("X Y", "B"))
    #expect(ann.birthDate == nil && ann.sex == .female)
    #expect(ann.deletedAt == (try moment("2025-03-02")))
    #expect(read.records[0].earlierPatients.isEmpty)
  }

  private func history(_ entries: [String]) -> String {
    let entries = entries.map { #"{"resource":\#($0)}"# }
    let deletions = [
      #"{"fullUrl":"http://x/MedicationRequest/m","request":{"method":"DELETE","url":"MedicationRequest/m"},"response":{"status":"200","lastModified":"2025-01-20T00:00:00Z"}}"#,
      #"{"request":{"method":"DELETE","url":"MedicationAdministration/a"},"response":{"lastModified":"2025-01-21T00:00:00Z"}}"#,
      #"{"request":{"method":"DELETE","url":"MedicationAdministration/none"}}"#,
    ]
    return
      #"{"resourceType":"Bundle","type":"history","entry":[\#((entries + deletions).joined(separator: ","))]}"#
  }

  /// Each entry of a history is a version; a deletion ends the resource.
  @Test func histories() throws {
    let read = try ReadRecords(
      document: history([
        ResourceFolder.ann, request("09", updated: "2025-01-10T00:00:00Z"),
        request("08", updated: "2025-01-06T12:00:00Z"),
        given("2025-01-07T08:00:00Z", updated: "2025-01-07T09:00:00Z"),
        given("2025-01-07T09:30:00Z", updated: "2025-01-08T09:00:00Z"),
      ]))
    #expect(read.problems.isEmpty)
    let record = read.records[0]
    #expect(
      record.tasks.map { "\($0.schedule.summary) \($0.recordedAt?.description ?? "")" } == [
        "every day at 09:00 2025-01-10T00:00:00Z", "every day at 08:00 2025-01-06T12:00:00Z",
      ])
    #expect(record.tasks.allSatisfy { $0.deletedAt == .instant(Instant("2025-01-20T00:00:00Z")!) })
    #expect(record.outcomes.map(\.isDeleted) == [false, false, true])
    let early = try #require(record.known(at: at("2025-01-07T10:00:00Z")))
    #expect(early.outcomes.map(\.time) == [try at("2025-01-07T08:00:00Z")])
    #expect(early.tasks.count == 1)
    let late = try #require(record.known(at: at("2025-01-09T00:00:00Z")))
    #expect(late.outcomes.map(\.time) == [try at("2025-01-07T09:30:00Z")])
    #expect(try #require(record.known()).outcomes.isEmpty)
  }

  /// Duplicates of a version are merged.
  @Test func overlappingHistories() throws {
    let entries = [
      ResourceFolder.ann, request("08", updated: "2025-01-06T12:00:00Z"),
      request("08", updated: "2025-01-06T12:00:00Z"),
      request("09", updated: "2025-01-07T12:00:00Z"),
      request("08", updated: "2025-01-06T12:00:00Z"),
    ]
    let read = try ReadRecords(document: history(entries))
    #expect(read.records[0].tasks.count == 2)
    #expect(read.problems.isEmpty)
  }

  private func status(_ text: String, of resource: String) -> String {
    resource.replacingOccurrences(
      of: #""status":"active""#, with: #""status":"\#(text)""#
    ).replacingOccurrences(of: #""status":"completed""#, with: #""status":"\#(text)""#)
  }

  private func bundle(_ entries: [String]) -> String {
    let all = ([ResourceFolder.ann] + entries).map { #"{"resource":\#($0)}"# }
    return
      #"{"resourceType":"Bundle","type":"history","entry":[\#(all.joined(separator: ","))]}"#
  }

  /// The status of an older version is ignored, unless it was a plan or an event.
  @Test func statusesOverTime() throws {
    let dose = given("2025-01-07T08:00:00Z", updated: "2025-01-07T08:00:00Z")
    let entries = [
      status("draft", of: request("07", updated: "2025-01-05T12:00:00Z")),
      request("08", updated: "2025-01-06T12:00:00Z"), status("in-progress", of: dose),
      given("2025-01-07T08:05:00Z", updated: "2025-01-07T08:05:00Z"),
    ]
    let read = try ReadRecords(document: bundle(entries.reversed()))
    #expect(read.problems.isEmpty)
    #expect(read.records[0].tasks.map(\.schedule.summary) == ["every day at 08:00"])
    #expect(read.records[0].outcomes.count == 1)
  }

  @Test func aPlanThatIsCancelledLaterIsDeleted() throws {
    let cancelled = status("cancelled", of: request("08", updated: "2025-01-09T12:00:00Z"))
    let read = try ReadRecords(
      document: bundle([request("08", updated: "2025-01-06T12:00:00Z"), cancelled]))
    #expect(read.rejected == [["MedicationRequest/m", "notAPlan"]])
    #expect(read.records[0].tasks.map(\.deletedAt) == [try moment("2025-01-09T12:00:00Z")])
  }

  @Test func enteredInErrorIsIgnored() throws {
    let wrong = status("entered-in-error", of: request("08", updated: "2025-01-09T12:00:00Z"))
    let dose = given("2025-01-07T08:00:00Z", updated: "2025-01-07T08:00:00Z")
    let not = status(
      "entered-in-error", of: given("2025-01-07T08:00:00Z", updated: "2025-01-08T08:00:00Z"))
    let plan = try ReadRecords(
      document: bundle([request("08", updated: "2025-01-06T12:00:00Z"), wrong]))
    #expect(plan.lines.isEmpty)
    let event = try ReadRecords(
      document: bundle([request("08", updated: "2025-01-06T12:00:00Z"), dose, not]))
    #expect(event.records[0].outcomes.map(\.isDeleted) == [false, true])
    #expect(try #require(event.records[0].known()).outcomes.isEmpty)
    #expect(
      try #require(event.records[0].known(at: at("2025-01-07T09:00:00Z"))).outcomes.count == 1)
  }

  /// A pause ends with the version that lacks it; a different one is a new pause.
  @Test func pausesOverTime() throws {
    let entries = ["06", "07", "08", "09", "10", "11"].enumerated().map { number, day in
      let version = request("08", updated: "2025-01-\(day)T12:00:00Z")
      return [1, 2, 4].contains(number) ? status("on-hold", of: version) : version
    }
    let read = try ReadRecords(document: bundle(entries))
    let holds = try #require(read.records[0].known()).holds
    #expect(
      holds.map { "\($0.from) \($0.to.map(\.description) ?? "")" } == [
        "2025-01-07T12:00:00Z 2025-01-09T12:00:00Z", "2025-01-10T12:00:00Z 2025-01-11T12:00:00Z",
      ])
    let then = try #require(read.records[0].known(at: at("2025-01-08T13:00:00Z")))
    #expect(then.holds.map(\.to) == [nil])
  }

  @Test func aDeletionWithoutATime() throws {
    let text = bundle([request("08", updated: "2025-01-06T12:00:00Z")])
    let deleted =
      text.dropLast(2) + #",{"request":{"method":"DELETE","url":"MedicationRequest/m"}}]}"#
    let read = try ReadRecords(document: String(deleted))
    #expect(read.rejected == [["MedicationRequest/m", "endUnknown"]])
    #expect(read.records[0].tasks.map(\.deletedAt) == [nil])
  }

  /// A deleted patient exists until then; without any other record, the patient is omitted.
  @Test func deletedPatients() throws {
    let deletion = { (id: String) in
      #"{"request":{"method":"DELETE","url":"Patient/\#(id)"},"response":{"lastModified":"2025-01-20T00:00:00Z"}}"#
    }
    let text = bundle([request("08", updated: "2025-01-06T12:00:00Z")])
    let deleted = text.dropLast(2) + ",\(deletion("ann")),\(deletion("bob"))]}"
    let read = try ReadRecords(document: String(deleted))
    #expect(read.problems.isEmpty)
    #expect(read.records.map(\.patient.id) == ["ann"])
    #expect(read.records[0].patient.deletedAt == (try moment("2025-01-20T00:00:00Z")))
    #expect(read.records[0].tasks.count == 1)
  }

  @Test func pausesOfPlansOverTime() throws {
    let plan = { (day: String, status: String) in
      #"{"resourceType":"CarePlan","id":"c","meta":{"lastUpdated":"2025-01-\#(day)T12:00:00Z"},"status":"\#(status)","intent":"plan","subject":{"reference":"Patient/ann"},"period":{"start":"2025-01-06"},"activity":[{"detail":{"status":"in-progress","scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d"}}}}]}"#
    }
    let entries = [plan("06", "active"), plan("07", "on-hold"), plan("09", "active")]
    let read = try ReadRecords(document: bundle(entries))
    let holds = try #require(read.records[0].known()).holds
    #expect(holds.map(\.task) == ["CarePlan/c#1"])
    #expect(holds.map(\.to) == [try moment("2025-01-09T12:00:00Z")])
    #expect(read.records[0].tasks.count == 3 && read.records[0].carePlans.count == 3)
  }
}
