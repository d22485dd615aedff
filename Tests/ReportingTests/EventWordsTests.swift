import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The texts of event values in every table format.
@Suite struct EventWordsTests {
  private let values = [
    OutcomeValue(.number(4.5), units: "mL"), OutcomeValue(.number(0.1 + 0.2)),
    OutcomeValue(.text("a;b, \"c\"\nd"), units: "m;L", kind: "how"), OutcomeValue(.text("true")),
    OutcomeValue(.boolean(false)), OutcomeValue(.data([1, 2, 255])), OutcomeValue(.text("")),
  ]

  private func table(_ format: TableFormat) throws -> String {
    let tablet = task("tablet", .window, try element(from: "2025-01-01T08:00"))
    var taken = try outcome("tablet/2025-01-01T08:00:00")
    taken.values = values
    let record = CareRecord(patient: try patient(), tasks: [tablet], outcomes: [taken])
    var bytes: [UInt8] = []
    let query = AdherenceQuery(try days("2025-01-01", "2025-01-02"))
    _ = try EventTable.write(RecordList([record]), query, RowSelection(), .text(format)) {
      bytes += $0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values that a line of records has.
  private func read(_ json: String) throws -> [OutcomeValue] {
    let line = try RecordLine(
      #"{"patient": {"id": "a", "zone": "UTC"}, "tasks": [{"id": "t", "schedule": {"elements": []}}],"#
        + #" "outcomes": [{"task": "t", "time": "2025-01-01T00:00:00Z", "values": \#(json)}]}"#)
    let isKept = line.problems.allSatisfy { $0.problem.keepsRecord }
    try #require(isKept, "\(line.problems)")
    return line.record.outcomes[0].values
  }

  @Test func valuesReadBackFromCSV() throws {
    let table = try table(.csv)
    let start = try #require(table.range(of: "\"[{"))
    let cell = table[start.lowerBound...].dropFirst().dropLast(2)
    #expect(try read(String(cell).replacing("\"\"", with: "\"")) == values)
  }

  @Test(arguments: [TableFormat.json, .ndjson]) func valuesAreThemselvesInJSON(
    _ format: TableFormat
  ) throws {
    let table = try table(format)
    let start = try #require(table.range(of: "\"values\":"))
    let end = try #require(table.lastIndex(of: "]"), "no list")
    let cell = table[start.upperBound..<end].drop { $0 != "[" }
    let list = cell.hasSuffix("}\n") ? cell[...(try #require(cell.lastIndex(of: "]")))] : cell + "]"
    #expect(try read(String(list)) == values)
  }

  @Test func aVersionSaysItsOwnWords() throws {
    var first = task("tablet", .window, try element(from: "2025-01-01T08:00"))
    first.title = "Once"
    var second = first
    second.title = "Still once"
    second.schedule.elements[0].text = "With food"
    second.effectiveFrom = try moment("2025-01-02")
    let record = CareRecord(patient: try patient(), tasks: [first, second])
    let query = AdherenceQuery(try days("2025-01-01", "2025-01-03"))
    let words = EventTable.rows(of: record, query).rows.map(\.words)
    #expect(words.map(\.?.title) == ["Once", "Still once"])
    #expect(words.map(\.?.element?.text) == [nil, "With food"])
  }
}
