import Foundation
import TestSampling
import Testing

/// The output and errors of `regimen refills`.
@Suite struct RefillsCommandTests {
  private let example = "Datasets/refills"
  private let year = ["--from", "2024-01-01", "--to", "2025-01-01"]

  private func folder(_ fills: String, stays: String? = nil) throws -> Scratch {
    let place = try Scratch()
    try place.write(Array(fills.utf8), to: "fills.csv")
    if let stays { try place.write(Array(stays.utf8), to: "stays.csv") }
    return place
  }

  @Test func theSummaryIsForPeople() throws {
    let result = try Tool.run(["refills", example] + year)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines[0] == "50 patients, 2024-01-01 to 2024-12-31")
    #expect(result.output.contains("\nAssumed:\n- No column names the drugs of a class"))
    let table = result.lines.suffix(5).map { $0.split(separator: " ").map(String.init) }
    #expect(
      table[0].joined(separator: " ")
        == "measure class n missing mean median ≥ 80 % eligible adherent")
    #expect(
      table.dropFirst().map { Array($0.prefix(2)) } == [
        ["pdc", "ras"], ["cma7", "ras"], ["pdc", "statin"], ["cma7", "statin"],
      ])
  }

  /// Fills of 30 days on days 0 and 40 of 100: 60 of 100 days are covered, or of 90 if ten of the
  /// uncovered days are spent in hospital.
  @Test func daysCoveredByHand() throws {
    let place = try folder(
      "patient,date,days\nann,2025-01-01,30\nann,2025-02-10,30\n",
      stays: "patient,from,to\nann,2025-04-01,2025-04-10\n")
    let window = ["--from", "2025-01-01", "--to", "2025-04-11", "--format", "ndjson"]
    func row(_ more: String...) throws -> [String: Any] {
      let result = try Tool.run(
        ["refills", place.url.path, "--measure", "pdc"] + window + more)
      let line = Data((result.lines.first ?? "").utf8)
      return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    }
    let ignored = try row("--stay-handling", "ignore")
    #expect(ignored["value"] as? Double == 0.6)
    let excluded = try row()
    #expect(excluded["covered"] as? Int == 60)
    #expect(excluded["counted"] as? Int == 90)
    #expect(try row("--no-discharge-day")["counted"] as? Int == 91)
    #expect(try row("--no-admission-day", "--no-discharge-day")["counted"] as? Int == 92)
  }

  /// A patient without a value has a reason and no number.
  @Test func aMissingValueHasAReason() throws {
    let place = try folder("patient,date,days\nann,2023-01-01,30\nbob,2024-02-01,60\n")
    let result = try Tool.run(
      ["refills", place.url.path, "--measure", "pdc,cma1", "--format", "csv"] + year)
    #expect(result.status == 0)
    let rows = try RefillFiles.rows(result.output)
    #expect(rows.count == 4)
    for row in rows {
      let (value, reason) = (row["value"] ?? "", row["valueMissing"] ?? "")
      #expect(value.isEmpty != reason.isEmpty)
      #expect(value != "nan" && value != "inf")
    }
    #expect(rows[0]["valueMissing"] == "noSupply")
  }

  /// Rejected fills look like days without supply: a report requires an explicit option.
  @Test func rejectedFillsAreNoGap() throws {
    let sound = (1...9).map { "ann,2024-0\($0)-01,30\n" }.joined()
    let few = try folder("patient,date,days\n\(sound)ann,2024-10-01,many\n")
    let refused = try Tool.run(["refills", few.url.path] + year)
    #expect(refused.status == 2)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("'fills' cannot be read: 1 of 10 (10.0 %) were rejected"))
    #expect(refused.errors.contains("fills.csv:11: 'days' is not a number"))
    let tenth = ["--max-rejected", "10%"]
    #expect(try Tool.run(["refills", few.url.path] + year + tenth).status == 1)
    let many = String(repeating: "ann,2024-01-01,30\n", count: 99)
    let lost = try folder("patient,date,days\n\(many)bob,2024-01-01,-3\n")
    let one = try Tool.run(["refills", lost.url.path] + year)
    #expect(one.status == 2)
    #expect(one.errors.contains("all fills of 1 of 2 patients were rejected"))
    let allowed = try Tool.run(["refills", lost.url.path, "--format", "csv"] + year + tenth)
    let row = try RefillFiles.rows(allowed.output).first { $0["patient"] == "bob" }
    #expect(row?["value"] == "")
    let stays = try folder(
      "patient,date,days\nann,2024-01-01,30\n", stays: "patient,from,to\nann,2024-02-30,x\n")
    #expect(
      try Tool.run(["refills", stays.url.path] + year).errors
        .contains("'stays' cannot be read: 1 of 1 (100.0 %)"))
  }

  @Test func classesApart() throws {
    let result = try Tool.run(
      ["refills", example, "--measure", "cma7", "--format", "csv"] + year)
    let rows = try RefillFiles.rows(result.output)
    #expect(Set(rows.map { $0["class"] }) == ["ras", "statin"])
    let statins = try Tool.run(
      ["refills", example, "--measure", "cma7", "--only-class", "statin", "--format", "csv"] + year)
    let alone = try RefillFiles.rows(statins.output)
    for row in rows where row["class"] == "statin" {
      let other = try #require(alone.first { $0["patient"] == row["patient"] })
      #expect(other["value"] == row["value"])
    }
    // Days with all classes are at most days with any.
    func covered(_ which: String) throws -> [Int] {
      let result = try Tool.run(
        ["refills", example, "--measure", "pdc", "--combine", which, "--format", "csv"] + year)
      return try RefillFiles.rows(result.output).compactMap { Int($0["covered"] ?? "") }
    }
    let (all, any) = (try covered("all"), try covered("any"))
    #expect(all.count == any.count && zip(all, any).allSatisfy { $0 <= $1 } && all != any)
  }

  private static let drugs = """
    patient,date,days,class,drug
    ann,2024-01-01,30,statin,atorvastatin
    ann,2024-01-21,30,statin,atorvastatin
    ann,2024-02-10,30,statin,rosuvastatin
    ann,2024-05-01,30,ras,lisinopril

    """

  /// 60 days of the first statin from 1 January and 30 of the second from 10 February cover 70;
  /// each drug has its own value.
  @Test(arguments: [
    (["--level", "class"], ["class/ras/: 31", "class/statin/: 70"]),
    ([], ["class/ras/: 31", "class/statin/: 70"]),
    (
      ["--level", "drug"],
      ["drug/ras/lisinopril: 31", "drug/statin/atorvastatin: 60", "drug/statin/rosuvastatin: 30"]
    ),
    (["--combine", "any"], ["patient//: 101"]), (["--combine", "all"], ["patient//: 0"]),
    (["--only-drug", "rosuvastatin"], ["class/statin/: 30"]),
  ])
  func daysOfDrugsAndClasses(_ options: [String], _ expected: [String]) throws {
    let place = try folder(
      RefillsCommandTests.drugs.replacing("2024-05-01,30", with: "2024-05-01,31"))
    let year = ["--from", "2024-01-01", "--to", "2025-01-01", "--measure", "pdc"]
    let result = try Tool.run(
      ["refills", place.url.path, "--format", "csv"] + year + options)
    let rows = try RefillFiles.rows(result.output)
    #expect(
      rows.map {
        "\($0["level"] ?? "")/\($0["class"] ?? "")/\($0["drug"] ?? ""): \($0["covered"] ?? "")"
      } == expected)
  }

  /// `check` finds both columns and proposes them.
  @Test(arguments: [
    ("class,ingredient", "--drug ingredient --class class"),
    ("therapeutic_class,medication", "--drug medication --class therapeutic_class"),
    ("atc,drug", "--drug drug --class atc"), ("x,ndc", "--drug ndc"),
    ("drug_class,x", "--class drug_class"),
  ])
  func checkProposesDrugsAndClasses(_ columns: String, _ options: String) throws {
    let place = try Scratch()
    let text = RefillsCommandTests.drugs.replacing("class,drug", with: columns)
      .replacing("statin,", with: "C10AA,").replacing("ras,", with: "C09AA,")
    try place.write(Array(text.utf8), to: "claims.csv")
    let command = try Tool.run("check", place["claims.csv"]).lines.last ?? ""
    #expect(command.hasSuffix("--days days \(options)"), "\(command)")
  }

  @Test(arguments: ["csv", "ndjson", "json"])
  func aFolderGetsTheTableAndItsParameters(_ format: String) throws {
    let place = try Scratch()
    let result = try Tool.run(
      ["refills", example, "--out", place["out"], "--format", format, "--threshold", "0.9"]
        + ["--page-data", "all"] + year)
    #expect(result.status == 0)
    #expect(result.output.contains("Data of the charts: 8 files, "))
    #expect(
      place.files(in: "out") == [
        "index.html", "measures.\(format)", "pages", "pages/.regimen", "pages/charts",
        "pages/charts/distribution.ras.csv", "pages/charts/distribution.ras.vl.json",
        "pages/charts/distribution.statin.csv", "pages/charts/distribution.statin.vl.json",
        "pages/charts/fills.csv", "pages/charts/fills.vl.json", "pages/charts/survival.csv",
        "pages/charts/survival.vl.json", "refills.json",
      ])
    #expect(result.output.contains("measures.\(format), refills.json"))
    let printed = try Tool.run(
      ["refills", example, "--format", format, "--threshold", "0.9"] + year)
    #expect(try place.bytes(of: "out/measures.\(format)") == Array(printed.output.utf8))
    let data = Data(try place.bytes(of: "out/refills.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let parameters = try #require(json["parameters"] as? [String: Any])
    #expect(parameters["threshold"] as? Double == 0.9)
    #expect(parameters["measures"] as? [String] == ["pdc", "cma7"])
    let results = try #require(json["result"] as? [[String: Any]])
    #expect(results.map { $0["measure"] as? String } == ["pdc", "cma7", "pdc", "cma7"])
    #expect(results.map { $0["class"] as? String } == ["ras", "ras", "statin", "statin"])
    #expect(results.allSatisfy { ($0["values"] as? Int ?? 0) > 30 })
    let definitions = try #require(json["definitions"] as? [String: String])
    #expect(definitions["pdc"]?.isEmpty == false && definitions["cma7"]?.isEmpty == false)
  }

  /// An invalid row loses its own fill, is reported, and gives status 1.
  @Test func damageIsRejected() throws {
    let place = try folder(
      "patient,date,days\nann,2025-01-01,30\nann,2025-02-30,30\nann,2025-02-10,many\n")
    let result = try Tool.run(
      "refills", place.url.path, "--measure", "mpr", "--observe", "60d", "--to", "2025-03-02",
      "--max-rejected", "70%")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        fills.csv:3: 'date' is not a date: '2025-02-30' (use year-month-day, as in 2024-02-29)
        fills.csv:4: 'days' is not a number: 'many' (use a point, as in 2.5)

        """)
    #expect(result.lines.last?.contains("50.0 %") == true)
  }

  @Test func checkReadsFillsToo() throws {
    let sound = try Tool.run("check", example)
    #expect(sound.status == 0)
    #expect(sound.output == "Fills 956, stays 28\nProblems: 0\n")
    let place = try folder("patient,date,days\nann,2025-01-01,30\nann,2025-02-10,-5\n")
    let result = try Tool.run("check", place.url.path)
    #expect(result.status == 1)
    #expect(
      result.output == """
        fills.csv:3: 'days' must be above 0 and at most 36525, not '-5'
        Fills 2 (1 rejected), stays 0
        Problems: 1

        """)
    for name in ["patients.csv", "tasks.ndjson", "outcomes.csv"] {
      let file = Tool.repository.appending(path: "Datasets/monitoring/\(name)")
      try place.write(Array(try Data(contentsOf: file)), to: name)
    }
    let both = try Tool.run("check", place.url.path)
    #expect(both.status == 1)
    #expect(
      both.lines.dropFirst().map(String.init) == [
        "Fills 2 (1 rejected), stays 0", "Patients 200, tasks 600, outcomes 46853, holds 0",
        "Problems: 1",
      ])
  }

  @Test(
    arguments: [
      ["Datasets/nowhere"], ["Datasets/monitoring"], ["Datasets/refills", "--measure", "cma10"],
      ["Datasets/refills", "--measure", "pdc,"], ["Datasets/refills", "--zone", "Europe/Berlin"],
      ["Datasets/refills", "--from", "2025-01-01", "--to", "2024-01-01"],
      ["Datasets/refills", "--from", "2024-01-01", "--to", "2025-01-01", "--observe", "30"],
      ["Datasets/refills", "--observe", "0"], ["Datasets/refills", "--window-start", "-1"],
      ["Datasets/refills", "--observe", "a year"], ["Datasets/refills", "--days", "30"],
      ["Datasets/refills", "--window-start", "100001"], ["Datasets/refills", "--threshold", "2"],
      ["Datasets/refills", "--window", "0"], ["Datasets/refills", "--step", "30"],
      ["Datasets/refills", "--window", "90", "--episodes"],
      ["Datasets/refills", "--gap-days", "30"],
      ["Datasets/refills", "--episodes", "--gap-days", "-1"],
      ["Datasets/refills", "--combine", "all"], ["Datasets/refills", "--combine", "sum"],
      ["Datasets/refills", "--combine", "mean", "--window", "30"],
      ["Datasets/refills", "--level", "drug"], ["Datasets/refills", "--level", "patient"],
      ["Datasets/refills", "--daily"], ["Datasets/refills", "--daily", "--combine", "any"],
      ["Datasets/refills", "--only-drug", "aspirin"],
      ["Datasets/refills", "--only-class", "aspirin"],
      ["Datasets/refills", "--stay-handling", "carry"], ["Datasets/refills", "--format", "xml"],
    ].sampled(9))
  func nothingDone(_ arguments: [String]) throws {
    let result = try Tool.run(["refills"] + arguments)
    #expect(result.status == 2, "\(arguments)")
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }
}
