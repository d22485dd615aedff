import AdherenceAnalytics
import Arrow
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import Interchange

/// Claims in columns are read like those of a file.
@Suite struct ClaimStreamTests {
  private static let folder = datasets.appending(path: "golden/doors")

  /// Returns the table of a file as columns of text.
  private static func table(_ path: String) throws -> SentTable {
    let file = try ForeignTable(TableInput(path: path), TableForm())
    var rows: [[String?]] = []
    while let next = file.next() {
      let record = try next.get()
      rows.append(
        file.columns.indices.map { place in
          place < record.fields.count && !record[place].isEmpty ? record[place] : nil
        })
    }
    return SentTable(file.columns, rows)
  }

  @Test(arguments: [
    "claims-one-year.csv", "thousands-de.csv", "fraction-threshold.csv", "21b-omop.csv",
    "22-claims-reversal.csv", "24d-claims-offset.csv", "24i-claims-float.csv",
  ]) func goldenClaims(_ name: String) throws {
    let path = ClaimStreamTests.folder.appending(path: name).path()
    let expected = try RefillDataset(table: path, ClaimColumns())
    let table = try ClaimStreamTests.table(path)
    let data = try RefillDataset(claims: table.stream(), ClaimColumns())
    #expect(data.patientIDs == expected.patientIDs)
    #expect(data.counts == expected.counts)
    #expect(data.assumptions == expected.assumptions)
    for place in data.patientIDs.indices {
      #expect(data.record(at: place) == expected.record(at: place))
    }
    #expect(data.problems.map(\.problem) == expected.problems.map(\.problem))
    #expect(table.ledger.live == 0)
  }

  private static let names = ["member", "fill_date", "days_supply"]

  @Test func repeatedRows() throws {
    let rows = [["A", "2024-01-01", "30"], ["A", "2024-01-01", "30"], ["A", "2024-01-31", "30"]]
    let table = SentTable(ClaimStreamTests.names, rows)
    let data = try RefillDataset(claims: table.stream(), ClaimColumns())
    #expect(data.record(at: 0).fills.count == 2)
    #expect(data.problems.first?.line == 2)
    var columns = ClaimColumns()
    columns.duplicates = .keep
    let kept = try RefillDataset(claims: table.stream(), columns)
    #expect(kept.record(at: 0).fills.count == 3)
  }

  @Test func tableWithoutSupply() throws {
    let table = SentTable(["member", "fill_date"], [["A", "2024-01-01"], ["A", "2024-02-01"]])
    let error = #expect(throws: InputError.self) {
      try RefillDataset(claims: table.stream(), ClaimColumns())
    }
    #expect(error?.description.contains("--days") == true)
    var columns = ClaimColumns()
    columns.days = "30"
    #expect(try RefillDataset(claims: table.stream(), columns).record(at: 0).fills.count == 2)
  }

  @Test(arguments: [nil, "1", "-9223372036854775808"])
  func tableWithoutColumns(_ date: String?) {
    let table = SentTable([])
    #expect(throws: InputError.self) {
      try RefillDataset(claims: table.stream(), ClaimColumns(date: date))
    }
  }
}
