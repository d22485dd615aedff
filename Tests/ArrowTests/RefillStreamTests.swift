import AdherenceAnalytics
import Arrow
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import Interchange

/// Fills and stays in columns are read like those of a folder.
@Suite struct RefillStreamTests {
  private static func table(_ file: String) throws -> SentTable {
    let reader = try CSVReader(path: file, source: file)
    var rows: [[String?]] = []
    while let next = reader.next() {
      rows.append(try next.get().fields.map { $0.isEmpty ? nil : $0 })
    }
    return SentTable(reader.columns, rows)
  }

  private static func typed(_ table: SentTable) -> SentTable {
    var table = table
    for place in table.columns.indices {
      let name = table.columns[place].name
      // A day is detected by its values, whatever the column is called.
      if ["date", "from", "to", "observedFrom", "observedTo"].contains(name) {
        table.columns[place].name = "start"
      }
      table.columns[place] = table.columns[place].typed ?? table.columns[place]
      table.columns[place].name = name
    }
    return table
  }

  private func check(_ folder: String, isTyped: Bool, seed: UInt64) throws {
    let expected = try RefillDataset(folder: folder)
    var layout = RandomLayout(seed: seed)
    let tables = try ["fills", "stays"].map { name in
      let table = try RefillStreamTests.table("\(folder)/\(name).csv")
      return layout.sent(isTyped ? RefillStreamTests.typed(table) : table)
    }
    let data = try RefillDataset(fills: tables[0].stream(), stays: tables[1].stream())
    #expect(data.patientIDs == expected.patientIDs)
    #expect(data.classes == expected.classes)
    #expect(data.counts == expected.counts)
    for place in data.patientIDs.indices {
      #expect(data.record(at: place) == expected.record(at: place))
    }
    let problems = expected.problems.map { problem in
      var problem = problem
      problem.line = problem.line.flatMap { $0 == 1 ? nil : $0 - 1 }
      problem.source = problem.source.map { String($0.dropLast(4)) }
      return problem
    }
    #expect(data.problems == problems)
    #expect(tables.allSatisfy { $0.ledger.live == 0 })
  }

  @Test(arguments: [false, true]) func theCohort(_ isTyped: Bool) throws {
    try check(datasets.appending(path: "refills").path(), isTyped: isTyped, seed: 3)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func goodAndBadRows(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    // Every second table has observation periods.
    let isObserved = seed % 2 == 1
    let fills = (0..<80).map { number in
      let observation =
        isObserved
        ? [
          "", any(["", "", "2025-01-01"]), any(["", "2025-06-30", "2025-07-31", "2024-01-01"]),
          any(["", "death", "Lost to follow-up"]),
        ].joined(separator: ",") : ""
      return [
        any(["P\(number % 5)", "P\(number % 5)", ""]),
        any(["2025-01-\(10 + number % 20)", "2025-02-30", "", "2025/01/03"]),
        any(["30", "2.5", "0", "-1", "40000", "x", ""]), any(["", "1", "0", "0.5", "nan"]),
        any(["", "a", "b"]), any(["", "z"]),
      ].joined(separator: ",") + observation + "\n"
    }
    let stays = (0..<20).map { number in
      [
        any(["P\(number % 5)", "nobody", ""]), any(["2025-01-05", "x"]),
        any(["2025-01-09", "2025-01-01", ""]),
      ].joined(separator: ",") + "\n"
    }
    let folder = try TemporaryFolder([
      "fills.csv": "patient,date,days,dose,class,colour"
        + (isObserved ? ",observedFrom,observedTo,endCause\n" : "\n") + fills.joined(),
      "stays.csv": "patient,from,to\n" + stays.joined(),
    ])
    try check(folder.path, isTyped: false, seed: seed)
    try check(folder.path, isTyped: true, seed: seed)
  }

  /// More names than the initial size of any hash table.
  @Test func manyPatientsInOrder() throws {
    let ids = (0..<3).flatMap { _ in (0..<300).map { "patient number \($0)" } }
    let table = SentTable([
      SentColumn("patient", ids), SentColumn("date", ids.map { _ in "2025-01-03" }),
      SentColumn("days", "g", ids.indices.map { .double(Double($0 + 1)) }),
    ])
    let data = try RefillDataset(fills: table.stream())
    #expect(data.patientIDs == Set(ids).sorted())
    for (place, id) in data.patientIDs.enumerated() {
      let days = ids.indices.filter { ids[$0] == id }.map { Double($0 + 1) }
      #expect(data.record(at: place).fills.map(\.days) == days)
    }
  }

  @Test func daysThatAreTimes() throws {
    let midnight = try day("2025-01-03")
    let table = SentTable([
      SentColumn("patient", "l", [.int(1), .int(1)]),
      SentColumn(
        "date", "tsn:",
        [
          .int(Int64(midnight.dayNumber) * 86_400_000_000_000),
          .int(Int64(midnight.dayNumber) * 86_400_000_000_000 + 3_600_000_000_000),
        ]),
      SentColumn("days", "s", [.int(30), .int(30)]),
    ])
    let data = try RefillDataset(fills: table.stream())
    #expect(data.record(at: 0).fills == [Fill(midnight, days: 30)])
    #expect(
      data.problems.map(\.description) == [
        "fills:2: 'date' is not a date: '2025-01-03T01:00:00' (use year-month-day, as in 2024-02-29)"
      ])
  }
}
