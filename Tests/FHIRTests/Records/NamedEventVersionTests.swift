import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Named events of resources that change.
@Suite struct NamedEventVersionTests {
  /// A version of a procedure; every version is updated one day later.
  private struct Version {
    var name = "surgery"
    var day: Int?
    var status = "preparation"

    func json(updated: Int) -> String {
      let time = day.map { #","performedDateTime":"2025-03-\#($0 + 10)""# } ?? ""
      return
        #"{"resource":{"resourceType":"Procedure","id":"p","meta":{"lastUpdated":"2025-02-\#(updated + 10)T12:00:00Z"},"status":"\#(status)","code":{"text":"\#(name)"},"subject":{"reference":"Patient/ann"}\#(time)}}"#
    }

    /// The event that the version gives.
    var event: String? {
      ["preparation", "completed"].contains(status) ? day.map { "\(name) \($0 + 10)" } : nil
    }
  }

  private func read(_ versions: [Version], then entry: String? = nil) throws -> ReadRecords {
    let entries =
      [#"{"resource":\#(ResourceFolder.ann)}"#]
      + versions.enumerated().map { $1.json(updated: $0) } + [entry].compactMap(\.self)
    return try ReadRecords(
      document:
        #"{"resourceType":"Bundle","type":"history","entry":[\#(entries.joined(separator: ","))]}"#
    )
  }

  private func lines(_ read: ReadRecords) -> [String] {
    read.records.flatMap(\.namedEvents).map { event in
      "\(event.id ?? "") \(event.name) \(event.time.civil(in: .utc).date) \(event.recordedAt?.description.prefix(10) ?? "")\(event.isDeleted ? " withdrawn" : "")"
    }
  }

  @Test func postponedAndCancelledProceduresAreVersions() throws {
    let read = try read([
      Version(day: 4), Version(day: 4), Version(day: 6), Version(day: 6, status: "not-done"),
    ])
    #expect(read.problems.isEmpty)
    #expect(
      lines(read) == [
        "Procedure/p surgery 2025-03-14 2025-02-10", "Procedure/p surgery 2025-03-16 2025-02-12",
        "Procedure/p surgery 2025-03-16 2025-02-13 withdrawn",
      ])
  }

  @Test func deletionsWithdraw() throws {
    let deletion =
      #"{"request":{"method":"DELETE","url":"Procedure/p"},"response":{"lastModified":"2025-02-20T00:00:00Z"}}"#
    #expect(
      lines(try read([Version(day: 4)], then: deletion)) == [
        "Procedure/p surgery 2025-03-14 2025-02-10",
        "Procedure/p surgery 2025-03-14 2025-02-20 withdrawn",
      ])
  }

  /// All versions with an id have the same name.
  @Test func anotherNameIsAnotherEvent() throws {
    let read = try read([
      Version(day: 4), Version(name: "biopsy", day: 4), Version(name: "biopsy", day: 5),
    ])
    #expect(
      lines(read) == [
        "Procedure/p surgery 2025-03-14 2025-02-10",
        "Procedure/p surgery 2025-03-14 2025-02-11 withdrawn",
        "Procedure/p#biopsy biopsy 2025-03-14 2025-02-11",
        "Procedure/p#biopsy biopsy 2025-03-15 2025-02-12",
      ])
  }

  /// Returns the latest versions at a moment.
  private func known(_ record: CareRecord, at moment: Instant) -> [String] {
    let known = record.namedEvents.filter { ($0.recordedAt ?? .earliest) <= moment }
    return Dictionary(grouping: known, by: \.id).values.compactMap(\.last)
      .filter { !$0.isDeleted }.map { "\($0.name) \($0.time.civil(in: .utc).date.parts.day)" }
  }

  /// At every moment the events are those of the version that is current then, and a folder accepts them.
  @Test func drawnHistories() throws {
    var random = Seeded(state: 49)
    for _ in 0..<40 {
      let versions = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Version(
          name: ["surgery", "biopsy"].randomElement(using: &random) ?? "",
          day: [nil, 3, 4].randomElement(using: &random) ?? nil,
          status: ["preparation", "completed", "not-done", "entered-in-error"]
            .randomElement(using: &random) ?? "")
      }
      let read = try read(versions)
      let record = try #require(read.records.first)
      for (number, version) in versions.enumerated() {
        // A completed procedure without a time is rejected, and the event of the version before stays.
        if versions[...number].contains(where: { $0.status == "completed" && $0.day == nil }) {
          continue
        }
        let moment = try at("2025-02-\(number + 10)T13:00:00Z")
        #expect(known(record, at: moment) == [version.event].compactMap(\.self), "\(versions)")
      }
      var builder = RecordBuilder(record.patient)
      for (place, event) in record.namedEvents.enumerated() { try builder.add(event, at: place) }
      #expect(builder.finish().isEmpty)
    }
  }
}
