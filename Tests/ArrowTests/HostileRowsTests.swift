import AdherenceAnalytics
import Arrow
import Interchange
import Scheduling
import TestSupport
import Testing

/// Valid and invalid rows are interpreted in columns of any layout as in files.
@Suite struct HostileRowsTests {
  private static let columns = [
    "patient", "task", "element", "nominal", "time", "value", "units", "kind", "colour", "status",
    "id", "recordedAt", "deleted", "type", "note", "more", "userInfo.arm",
  ]

  private static func rows(_ seed: UInt64, count: Int) -> [[String]] {
    var random = Seeded(state: seed)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let isTame = seed % 2 == 0
    return (0..<count).map { number in
      let day = "2025-01-\(10 + number % 20)"
      let plain = [
        any(["P\(number * 7 % 12)", "P\(number / 9)", "", "nobody"]),
        any(["med", "med", "walk", "me", ""]),
        any(["", "am", "am", "a"]),
        any(["", "\(day)T08:00:00", "\(day)T08:00", "\(day)T25:00:00", "\(day)T08:00:00;fold=1"]),
        any([
          "", "\(day)T08:00:30Z", "\(day)T08:00:30", "2025-01-32T08:00:00Z", "\(day)T02:30:00.9",
          "\(day)T08:00:00+01:00", "2024-01-01T00:00:00Z", day, "2025-03-30T02:30:00",
        ]),
        any([
          "", "", "1", "2.5", "007", "1e3", "true", "false", "-1", "NaN", ".5", "5.", "1.2.3",
          "123456789012345678", "0.1", "x", "2025-01-01",
        ]), any(["", "mg", "g"]), any(["", "dose"]), any(["", "red", "ß"]),
        any(["", "", "completed", "skipped", "declined", "done"]),
      ]
      if isTame { return plain + ["", "", "", "", "", "", ""] }
      return plain + [
        any(["", "", "x\(number % 5)"]), any(["", "", "2025-02-01T00:00:00Z", "then"]),
        any(["", "", "true", "false", "no"]), any(["", "", "text", "number"]),
        any(["", "", "", "said"]), any(["", "", "", "", "{", #"{"tags": ["a"]}"#]),
        any(["", "", "", "A"]),
      ]
    }
  }

  private static let patients =
    (0..<12).map { ["P\($0)", $0 < 6 ? "America/New_York" : "Europe/Berlin"] }
    + [["P3", "UTC"], ["", "UTC"], ["P20", "Nowhere"]]

  private static let schedule =
    #"{"elements": [{"id": "am", "start": "2025-01-10T08:00:00", "every": "P1D", "targets": [{"value": 5, "units": "mg"}]}]}"#

  private static let tasks =
    (0..<12).flatMap { patient in
      [["P\(patient)", "med"], ["P\(patient)", "walk"]]
    } + [["P1", "med"], ["nobody", "med"], ["P20", "med"]]

  private static func csv(_ names: [String], _ rows: [[String]]) -> String {
    ([names] + rows).map { row in
      row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }.joined()
  }

  private static func table(_ names: [String], _ rows: [[String]]) -> SentTable {
    SentTable(names, rows.map { $0.map { $0.isEmpty ? nil : $0 } })
  }

  @Test(arguments: 0..<24 as Range<UInt64>) func rowsEqualThoseOfFiles(_ seed: UInt64) throws {
    let rows = HostileRowsTests.rows(seed, count: 160)
    let files = try TemporaryFolder([
      "patients.csv": HostileRowsTests.csv(["id", "zone"], HostileRowsTests.patients),
      "tasks.ndjson": HostileRowsTests.tasks.map {
        #"{"patient": "\#($0[0])", "id": "\#($0[1])", "schedule": \#(HostileRowsTests.schedule)}"#
          + "\n"
      }.joined(),
      "outcomes.csv": HostileRowsTests.csv(HostileRowsTests.columns, rows),
    ])
    let expected = try ReadContents(DatasetFolder(files.path))
    #expect(expected.problems.count > 50)
    var layout = RandomLayout(seed: seed)
    let tables = [
      "patients": layout.sent(HostileRowsTests.table(["id", "zone"], HostileRowsTests.patients)),
      "tasks": layout.sent(
        HostileRowsTests.table(
          ["patient", "id", "schedule"],
          HostileRowsTests.tasks.map { $0 + [HostileRowsTests.schedule] })),
      "outcomes": layout.sent(HostileRowsTests.table(HostileRowsTests.columns, rows)),
    ]
    let contents = try ReadContents(ArrowDataset(tables.mapValues { $0.stream() }))
    #expect(contents.records == expected.records)
    #expect(contents.problems == expected.problems)
    #expect(contents.counts == expected.counts)
    #expect(tables.values.allSatisfy { $0.ledger.live == 0 })
  }
}
