import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Named events as Procedures.
@Suite struct NamedEventWritingTests {
  private func record(_ events: [NamedEvent]) throws -> CareRecord {
    var record = try tabletRecord()
    record.namedEvents = events
    return record
  }

  @Test func writesTheLatestVersion() throws {
    let events = [
      try namedEvent("surgery", "2025-01-05T07:30:00", "op", recorded: "2024-12-01T10:00:00Z"),
      try namedEvent("surgery", "2025-01-06T07:30:00", "op", recorded: "2025-01-02T10:00:00Z"),
      try namedEvent("visit", "2025-02-06", "Procedure/v.1"),
      try namedEvent("biopsy", "2025-01-03", "b", recorded: "2024-12-01T10:00:00Z"),
      try namedEvent(
        "biopsy", "2025-01-03", "b", recorded: "2024-12-02T10:00:00Z", isDeleted: true),
    ]
    let written = WrittenResources(
      try record(events), as: try content(asOf: "2025-01-10T00:00:00Z"))
    #expect(written.problems.isEmpty)
    #expect(
      written.json["Procedure/ann..op"] == #"""
        {"resourceType":"Procedure","id":"ann..op","meta":{"lastUpdated":"2025-01-02T10:00:00Z"},\#
        "identifier":[{"use":"usual","value":"op"}],"status":"completed","code":{"text":"surgery"},\#
        "subject":{"reference":"Patient/ann"},"performedDateTime":"2025-01-06T06:30:00Z"}
        """#)
    #expect(
      written.json["Procedure/v.1"] == #"""
        {"resourceType":"Procedure","id":"v.1","status":"preparation","code":{"text":"visit"},\#
        "subject":{"reference":"Patient/ann"},"performedDateTime":"2025-02-06"}
        """#)
    #expect(try written.value("Procedure/ann..b", "status") == "not-done")
    let r5 = WrittenResources(try record(events), as: try content(release: .r5))
    #expect(try r5.value("Procedure/v.1", "occurrenceDateTime") == "2025-02-06")
  }

  @Test func reportsNamesThatFHIRCannotRepresent() throws {
    let written = WrittenResources(
      try record([try namedEvent("a\u{1}b", "2025-01-05"), try namedEvent("surgery", "2025-01-05")]
      ),
      as: try content())
    #expect(written.problems.count == 1 && written.problems[0].contains("namedEvents"))
    #expect(written.names.filter { $0.hasPrefix("Procedure/") }.count == 1)
  }

  /// The name, the date or instant, the recording and the notes of events, in any order.
  private func facts(_ events: [NamedEvent], in zone: Zone) -> [String] {
    events.map { event in
      let local = event.time.civil(in: zone)
      let isDate = if case .local = event.time { local.time == .midnight } else { false }
      return
        "\(event.name) \(isDate ? local.date.description : event.time.instant(in: zone).description) \(event.recordedAt?.description ?? "") \(event.notes.map(\.content))"
    }.sorted()
  }

  /// Reading what was written gives the events that are not withdrawn.
  @Test(arguments: FHIRRelease.allCases) func drawnEventsAreReadAgain(_ release: FHIRRelease) throws
  {
    var random = Seeded(state: 7)
    for _ in 0..<20 {
      var events: [NamedEvent] = []
      for number in 0..<Int.random(in: 0...6, using: &random) {
        let id =
          [nil, "op \(number)", "Procedure/\(number)", "Encounter/\(number)#discharge"]
          .randomElement(using: &random) ?? nil
        let time =
          ["2025-01-05", "2025-03-30T02:30:00", "2025-10-26T00:30:00Z", "2024-02-29T07:30:00"]
          .randomElement(using: &random) ?? ""
        var event = try namedEvent(
          ["surgery", "Ärztin \"B\"", "13 weeks"].randomElement(using: &random) ?? "", time, id,
          recorded: Bool.random(using: &random) ? "2024-12-01T10:00:00Z" : nil)
        if Bool.random(using: &random) { event.notes = [RecordNote("left")] }
        events.append(event)
        if id != nil, Bool.random(using: &random) {
          event.recordedAt = try at("2025-01-0\(number + 1)T10:00:00Z")
          event.isDeleted = Bool.random(using: &random)
          event.time = try moment("2025-05-01T09:00:00")
          events.append(event)
        }
      }
      let record = try record(events)
      let written = WrittenResources(record, as: try content(release: release))
      let lines = written.names.filter { $0.hasPrefix("Procedure/") }.compactMap {
        written.json[$0]
      }
      let read = try ReadRecords(lines: lines)
      let current = events.indices.filter { index in
        !events[index].isDeleted
          && !events[(index + 1)...].contains { $0.id != nil && $0.id == events[index].id }
      }.map { events[$0] }
      let zone = record.patient.zone
      #expect(read.problems.isEmpty)
      #expect(facts(read.records[0].namedEvents, in: zone) == facts(current, in: zone))
    }
  }
}
