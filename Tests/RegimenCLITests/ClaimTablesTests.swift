import Foundation
import TestSampling
import Testing

/// Tables of claims in common layouts, and the options that read them.
@Suite struct ClaimTablesTests {
  private let year = ["--from", "2024-01-01", "--to", "2025-01-01"]

  private struct Example: CustomTestStringConvertible {
    var file: String
    var arguments: [String]
    var mean: String
    var testDescription: String { "\(file) \(arguments.joined(separator: " "))" }

    init(_ file: String, _ arguments: String, _ mean: String) {
      (self.file, self.arguments, self.mean) = (
        file, arguments.split(separator: " ").map(String.init), mean
      )
    }
  }

  private static let examples = [
    Example("claims-one-year", "--patient member --date fill_date --days days_supply", "100.0"),
    Example(
      "fraction-threshold", "--patient id --date date --quantity tablets --dose per_day --YEAR",
      "82.0"),
    Example(
      "fraction-threshold", "--patient id --date date --quantity tablets --dose 3 --YEAR", "82.0"),
    Example(
      "22-claims-reversal",
      "--patient member_id --date fill_date --days days_supply --class ndc --YEAR",
      "90.9"),
    Example(
      "24d-claims-offset", "--patient member_id --date fill_date --days days_supply --YEAR", "41.0"),
    Example(
      "21b-omop", "--patient person_id --date drug_exposure_start_date --days days_supply --YEAR",
      "93.0"),
    Example(
      "21b-omop",
      "--patient person_id --date drug_exposure_start_datetime --end-date drug_exposure_end_date --YEAR",
      "93.0"),
  ]

  @Test(arguments: examples.sampled(4)) private func theMeanIsRight(_ example: Example) throws {
    let columns = example.arguments.flatMap { $0 == "--YEAR" ? year : [$0] }
    let result = try Tool.run(
      ["refills", "Datasets/golden/doors/\(example.file).csv", "--measure", "pdc"] + columns)
    #expect(result.status == 0, "\(result.errors)")
    let cells = result.lines.last?.split(separator: " ") ?? []
    #expect(cells.count > 5 && cells[4] == example.mean, "\(result.output)")
  }

  private func table(_ rows: String...) throws -> Scratch {
    let place = try Scratch()
    try place.write(Array(rows.joined(separator: "\n").utf8), to: "claims.csv")
    return place
  }

  private func run(_ place: Scratch, _ more: String...) throws -> Tool.Result {
    let columns = ["--patient", "member", "--date", "filled", "--measure", "pdc"]
    return try Tool.run(["refills", place["claims.csv"]] + columns + more)
  }

  /// The end of observation is in the heading, in `refills.json`, and in the table for each
  /// patient.
  @Test func theEndOfTheDataIsReported() throws {
    let place = try table(
      "member,filled,supply", "a,2024-01-01,30", "b,2024-02-01,30", "b,2024-02-29,30")
    let printed = try run(place, "--days", "supply")
    #expect(printed.status == 0)
    #expect(
      printed.lines[0]
        == "2 patients, from the first fill to 2024-02-29, the last fill in the data (change it with "
        + "--to or --observed-to)")
    let rows = try RefillFiles.rows(try run(place, "--days", "supply", "--format", "csv").output)
    #expect(rows.map { $0["observedFrom"] } == ["2024-01-01", "2024-02-01"])
    #expect(rows.allSatisfy { $0["observedTo"] == "2024-02-29" && $0["endCause"] == "dataEnd" })
    #expect(rows.map { $0["value"] } == ["0.5", "1"])
    #expect(try run(place, "--days", "supply", "--out", place["out"]).status == 0)
    let data = Data(try place.bytes(of: "out/refills.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let parameters = try #require(json["parameters"] as? [String: Any])
    let end = try #require(parameters["observationEnd"] as? [String: String])
    #expect(end["date"] == "2024-02-29" && end["of"]?.contains("the last fill in the data") == true)
  }

  /// Each option for another end, and the resulting share of days covered by one fill of 30 days.
  @Test(
    arguments: [
      (["--to", "2024-03-01"], 0.5), (["--observe", "40d"], 0.75), (["--observe", "40"], 0.75),
      (["--from", "2024-01-01", "--to", "2024-03-01"], 0.5), (["--from", "2024-01-01"], 30.0 / 61),
      (["--observed-to", "gone"], 0.625), (["--observed-to", "gone", "--to", "2024-02-10"], 0.75),
      (["--window-start", "10"], 20.0 / 51),
    ] as [([String], Double)])
  func theEndMayBeGiven(_ options: [String], _ value: Double) throws {
    let place = try table(
      "member,filled,supply,gone,why", "a,2024-01-01,30,2024-02-17,death", "b,2024-03-01,30,,")
    let result = try Tool.run(
      [
        "refills", place["claims.csv"], "--patient", "member", "--date", "filled", "--days",
        "supply",
      ]
        + ["--measure", "cma7", "--end-cause", "why", "--format", "csv"] + options)
    #expect(result.status == 0, "\(result.errors)")
    let row = try #require(try RefillFiles.rows(result.output).first)
    #expect(RefillFiles.isClose(row["value"], value), "\(row)")
    let isDeath = !options.contains("--to") && !options.contains("--observe")
    #expect((row["endCause"] == "death") == isDeath)
  }

  /// Reversals and duplicates are counted in the heading; duplicates are a warning until they are
  /// confirmed.
  @Test func handlingOfClaimLinesIsReported() throws {
    let place = try table(
      "member,filled,supply,state", "a,2024-01-01,30,paid", "a,2024-01-01,30,paid",
      "a,2024-02-01,30,paid",
      "a,2024-02-02,30,reversed", "a,2024-03-01,30,rejected", "a,2024-03-02,30,paid")
    let columns = ["--days", "supply", "--type", "state"]
    func run(_ more: String...) throws -> Tool.Result {
      try Tool.run(
        [
          "refills", place["claims.csv"], "--patient", "member", "--date", "filled", "--measure",
          "pdc",
        ]
          + columns + more)
    }
    let warned = try run()
    #expect(warned.status == 1)
    #expect(
      warned.lines[1]
        == "6 claim lines: 2 fills, 1 reversed, 1 duplicate rows dropped, 1 not dispensed")
    #expect(warned.errors.contains("claims.csv:3: repeats an earlier row in every field"))
    let confirmed = try run("--duplicates", "drop")
    #expect(confirmed.status == 0 && confirmed.output == warned.output)
    #expect(
      try run("--duplicates", "keep").lines[1].hasPrefix("6 claim lines: 3 fills, 1 reversed"))
  }

  @Test func unknownWordsNameTheOption() throws {
    let place = try table("member,filled,supply,state", "a,2024-01-01,30,R", "a,2024-02-01,30,ok")
    let asked = try run(place, "--days", "supply", "--type", "state")
    #expect(asked.status == 2 && asked.output.isEmpty)
    #expect(asked.errors.contains("'state' has unknown words: 'R', 'ok'"))
    #expect(asked.errors.contains("--status-words 'R=fill'"))
    let said = try run(
      place, "--days", "supply", "--type", "state", "--status-words", "r=ignore", "--status-words",
      "OK=fill")
    #expect(said.status == 0, "\(said.errors)")
  }

  @Test func anUnmatchedReversalIsRejected() throws {
    let fills = (1...28).map { "a,2024-01-\($0 < 10 ? "0" : "")\($0),1" }
    let place = try Scratch()
    let text = (["member,filled,supply"] + fills + ["a,2024-02-01,-30"]).joined(separator: "\n")
    try place.write(Array(text.utf8), to: "claims.csv")
    let result = try run(place, "--days", "supply")
    #expect(result.status == 1)
    #expect(result.errors.contains("claims.csv:30: 'supply' reverses no fill of the patient"))
  }

  /// A constant number of days, and a single patient without a column.
  @Test func aTableMayHaveDatesAlone() throws {
    let place = try table("filled", "2024-01-01", "2024-02-10")
    let result = try Tool.run(
      "refills", place["claims.csv"], "--patient-id", "ann", "--date", "filled", "--days", "30",
      "--measure", "cma7", "--format", "csv")
    #expect(result.status == 0, "\(result.errors)")
    let row = try #require(try RefillFiles.rows(result.output).first)
    #expect(row["patient"] == "ann" && RefillFiles.isClose(row["value"], 31.0 / 41))
  }

  /// A time zone applies only to timestamps in seconds.
  @Test func aZoneIsUsedOrRejected() throws {
    let place = try table(
      "member,filled,supply", "a,2024-01-01T23:00:00Z,30", "a,2024-02-01T23:00:00Z,30")
    let refused = try run(place, "--days", "supply", "--zone", "Europe/Berlin")
    #expect(
      refused.status == 2 && refused.errors.contains("'--zone' is not used: claims have dates"))
    let written = try run(place, "--days", "supply", "--format", "csv")
    #expect(try RefillFiles.rows(written.output)[0]["start"] == "2024-01-01")
    let counts = try table("member,filled,supply", "a,1704063600,30", "a,1706742000,30")
    let asked = try run(counts, "--days", "supply", "--time-format", "seconds")
    #expect(asked.status == 2 && asked.errors.contains("--zone"))
    let said = try run(
      counts, "--days", "supply", "--time-format", "seconds", "--zone", "Europe/Berlin", "--format",
      "csv")
    #expect(try RefillFiles.rows(said.output)[0]["start"] == "2024-01-01")
  }

  @Test(
    arguments: [
      ["--patient", "member", "--date", "filled", "--days", "supply", "--end-date", "last"],
      ["--patient", "member", "--date", "filled", "--days", "supply", "--status-words", "a=b"],
      ["--patient", "member", "--date", "filled", "--days", "supply", "--duplicates", "some"],
      ["--patient", "member", "--date", "filled", "--days", "40000"],
      ["--patient", "member", "--date", "filled", "--days", "supplies"],
    ].sampled(3))
  func nothingDone(_ options: [String]) throws {
    let place = try table("member,filled,supply,last", "a,2024-01-01,30,2024-01-30")
    let result = try Tool.run(["refills", place["claims.csv"]] + options)
    #expect(result.status == 2, "\(options)")
    #expect(result.output.isEmpty && !result.errors.isEmpty)
  }
}
