import AdherenceAnalytics
import Scheduling
import Synchronization
import TestSupport
import Testing

@testable import Reporting

/// The rows of work lists.
@Suite struct DueTableTests {
  private func text(_ records: [CareRecord], at instant: String) throws -> String {
    let text = Mutex("")
    let table = DueTable(
      at: try at(instant), within: .zero, by: AdherenceQuery(try days("2024-01-01", "2024-01-02")),
      RowSelection(), Set(DueState.allCases))
    _ = try table.write(RecordList(records), .csv, ReportOptions()) { bytes in
      text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
    }
    return text.withLock(\.self)
  }

  /// Elements of several tasks may have the same name, and their occurrences the same key.
  @Test func whatIsDueOfOneTaskHidesNothingOfAnother() throws {
    func daily(_ id: String, opens: String) throws -> CareTask {
      task(
        id, .window,
        try element(
          "dose", from: "2024-01-01T08:00", window: try window(opens: opens, closes: "PT1H")))
    }
    let record = CareRecord(
      patient: try patient("ann"),
      tasks: [try daily("a", opens: "PT1H"), try daily("b", opens: "PT0S")])
    let lines = try text([record], at: "2024-01-02T07:30:00Z").split(separator: "\n").dropFirst()
    #expect(
      lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[2...5] } == [
        ["a", "", "open", "dose/2024-01-02T08:00:00"],
        ["b", "", "next", "dose/2024-01-02T08:00:00"],
      ])
  }

  @Test func aListOfNobodyHasItsHeader() throws {
    let header = DueRow.columns.map(\.about.name).joined(separator: ",")
    #expect(
      try text([], at: "2024-01-02T07:30:00Z").trimmingPrefix(header).allSatisfy(\.isNewline))
    #expect(try text([], at: "2024-01-02T07:30:00Z").hasPrefix(header))
  }
}
