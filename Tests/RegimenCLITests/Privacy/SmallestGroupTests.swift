import Foundation
import Testing

/// `--smallest-group`: nothing is disclosed about smaller groups.
@Suite struct SmallestGroupTests {
  private let scratch: Scratch
  private static let days = ["--from", "2025-01-06", "--to", "2025-02-03"]

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch["in"], withIntermediateDirectories: true)
    // Thirty patients: A 14, B 10, C 3, and three without a group; ten have a second task and four
    // a third.
    var patients = "id,zone,group\n"
    var (tasks, outcomes) = ("", "patient,task,time\n")
    for number in 0..<30 {
      let (id, group) = ("P\(100 + number)", Self.group(of: number))
      patients += "\(id),UTC,\(group)\n"
      for task in ["tablet"] + (number < 10 ? ["walk"] : []) + (number < 4 ? ["rare"] : []) {
        tasks +=
          #"{"patient":"\#(id)","id":"\#(task)","schedule":{"elements":[{"id":"am","#
          + #""start":"2025-01-06T08:00:00","every":"P1D"}]}}"# + "\n"
        for day in 6..<30 where (day + number) % (2 + number % 4) != 0 {
          outcomes += "\(id),\(task),2025-01-\(day < 10 ? "0" : "")\(day)T08:00:00Z\n"
        }
      }
    }
    try scratch.write(Array(patients.utf8), to: "in/patients.csv")
    try scratch.write(Array(tasks.utf8), to: "in/tasks.ndjson")
    try scratch.write(Array(outcomes.utf8), to: "in/outcomes.csv")
  }

  private static func group(of number: Int) -> String {
    number < 14 ? "A" : number < 24 ? "B" : number < 27 ? "C" : ""
  }

  private func report(_ out: String, _ words: String...) throws -> Tool.Result {
    try Tool.run(
      ["report", scratch["in"], "--out", scratch[out]] + words + SmallestGroupTests.days)
  }

  private func rows(_ path: String) throws -> [[String: String]] {
    let lines = try String(decoding: scratch.bytes(of: path), as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test func tablesOfGroups() throws {
    let result = try report("out", "--smallest-group", "5")
    #expect(result.status == 0, "\(result.errors)")
    #expect(scratch.files(in: "out") == ["cohort.csv", "cohort.json", "report.json"])
    #expect(result.output.contains("(fewer than 5 patients)"))
    let rows = try rows("out/cohort.csv")
    #expect(Set(rows.compactMap { $0["group"] }) == ["(all)", "A", "B", "C"])
    for row in rows {
      let isWithheld = row["withheld"] == "fewerThan5"
      #expect(isWithheld == (row["patients"] == ""), "\(row)")
      #expect(["", "fewerThan5", "countsFewerThan5"].contains(row["withheld"]), "\(row)")
      if isWithheld {
        for name in [
          "due", "done", "pooledRatio", "meanRatio", "median", "adherentPatients", "adherentShare",
        ] {
          #expect(row[name] == "")
        }
      } else {
        #expect(try #require(Int(row["patients"] ?? "")) >= 5)
        #expect(row["min"] == "" && row["max"] == "")
      }
      if row["group"] == "C" || row["task"] == "rare" { #expect(isWithheld) }
    }
  }

  /// C and the patients without a group are six, which a difference may reveal; three alone would
  /// be too few.
  @Test(arguments: [(5, ["A", "B"]), (7, ["A"]), (11, ["A"]), (15, [String]())])
  func groupsThatAreShown(_ smallest: Int, _ shown: [String]) throws {
    _ = try report("out", "--smallest-group", "\(smallest)", "--by", "all")
    let tablet = try rows("out/cohort.csv").filter { $0["task"] == "tablet" }
    let told = tablet.filter { $0["patients"] != "" }
    #expect(told.compactMap { $0["group"] }.filter { $0 != "(all)" } == shown)
    let whole = try #require(
      told.first { $0["group"] == "(all)" }.flatMap { Int($0["patients"] ?? "") })
    let rest = told.filter { $0["group"] != "(all)" }.reduce(whole) {
      $0 - (Int($1["patients"] ?? "") ?? 0)
    }
    #expect(rest == 0 || rest >= smallest)
  }

  @Test func statistics() throws {
    _ = try report("out", "--smallest-group", "5")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(scratch.bytes(of: "out/cohort.json")))
        as? [String: Any])
    let tasks = try #require(json["tasks"] as? [String: Any])
    #expect(tasks["tablet"] != nil && tasks["rare"] == nil)
    let tablet = try #require(tasks["tablet"] as? [String: Any])
    #expect(Set(try #require(tablet["groups"] as? [String: Any]).keys) == ["A", "B"])
    try expect(tablet, under: "tablet")
    #expect((tablet["missing"] as? [String: String])?["trajectories"] == "tooFewPatients")
    let text = String(decoding: try scratch.bytes(of: "out/cohort.json"), as: UTF8.self)
    #expect(!text.contains("P1"))
  }

  /// Expects no part of the statistics to be about one to four patients.
  private func expect(_ value: Any, under path: String) throws {
    if let list = value as? [Any] { for part in list { try expect(part, under: path) } }
    guard let members = value as? [String: Any] else { return }
    for (name, part) in members {
      if ["patients", "evaluable", "observed", "atRisk", "reaching"].contains(name),
        let count = part as? Int
      {
        #expect(!(1..<5).contains(count), "\(path).\(name)")
      }
      if path.hasSuffix(".missing") { continue }
      if ["min", "max", "histogram", "curve", "trajectories", "eventHours"].contains(name) {
        #expect(part is NSNull, "\(path).\(name)")
      }
      try expect(part, under: "\(path).\(name)")
    }
  }

  @Test func summary() throws {
    _ = try report("out", "--smallest-group", "5")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(scratch.bytes(of: "out/report.json")))
        as? [String: Any])
    let parameters = try #require(json["parameters"] as? [String: Any])
    #expect(parameters["smallestGroup"] as? Int == 5 && parameters["zones"] == nil)
    let withheld = try #require(json["withheld"] as? [String: Any])
    #expect((withheld["primary"] as? [String: Int])?["rows"] ?? 0 > 0)
    #expect((withheld["complementary"] as? [String: Int]) != nil && withheld["groups"] is Int)
    #expect((json["problems"] as? [String])?.isEmpty == true)
  }

  /// It applies to the report merged from shards, each of which may be small.
  @Test func sharesMerge() throws {
    _ = try report("whole", "--smallest-group", "5")
    for share in 1...9 {
      let result = try report(
        "share\(share)", "--smallest-group", "5", "--partition", "\(share)/9")
      #expect(result.status == 0, "\(result.errors)")
    }
    let merged = try Tool.run(["merge", scratch["merged"]] + (1...9).map { scratch["share\($0)"] })
    #expect(merged.status == 0, "\(merged.errors)")
    for name in ["cohort.csv", "cohort.json", "report.json"] {
      #expect(
        try scratch.bytes(of: "merged/\(name)") == scratch.bytes(of: "whole/\(name)"), "\(name)")
    }
  }

  @Test func charts() throws {
    for kind in ["bars", "sparkline", "ribbon"] {
      let words = ["chart", scratch["in"], "--chart", kind, "--facet", "--format", "csv"]
      let result = try Tool.run(
        words.filter { kind != "sparkline" || $0 != "--facet" } + ["--smallest-group", "5"]
          + SmallestGroupTests.days)
      #expect(result.status == 0, "\(result.errors)")
    }
    let ribbon = try Tool.run(
      ["chart", scratch["in"], "--chart", "ribbon", "--chart-task", "rare", "--format", "csv"]
        + ["--smallest-group", "5"] + SmallestGroupTests.days)
    #expect(!ribbon.output.contains("0."), "\(ribbon.output)")
  }

  @Test(arguments: [
    ["--tables", "adherence"], ["--tables", "cohort,page"], ["--tables", "values"],
    ["--rolling", "7d"], ["--breakdown", "slot"], ["--empty-periods"],
    ["--columns", "due"], ["--pages", "all"],
    ["--page-data", "csv"],
  ])
  func dataOnSinglePatientsAreRejected(_ words: [String]) throws {
    let result = try Tool.run(
      ["report", scratch["in"], "--out", scratch["out"], "--smallest-group", "5"] + words
        + SmallestGroupTests.days)
    #expect(result.status == 2)
    #expect(result.errors.contains("single patients"), "\(result.errors)")
    #expect(scratch.files(in: "out").isEmpty)
  }

  @Test func phasesByPeriodAreRejected() throws {
    let result = try Tool.run(
      ["report", scratch["in"], "--out", scratch["out"], "--smallest-group", "5"]
        + ["--tables", "cohort,phases"] + SmallestGroupTests.days)
    #expect(result.status == 2 && result.errors.contains("by subtraction"), "\(result.errors)")
    #expect(scratch.files(in: "out").isEmpty)
  }

  @Test(arguments: ["lasagna", "distribution", "funnel", "survival", "swimmer", "groups"])
  func chartsOfSinglePatientsAreRejected(_ kind: String) throws {
    let result = try Tool.run(
      ["chart", scratch["in"], "--chart", kind, "--smallest-group", "5"] + SmallestGroupTests.days)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("single patients"))
  }

  @Test(arguments: ["1", "0", "-5", "x", "31"]) func invalidSizes(_ size: String) throws {
    let result = try report("out", "--smallest-group=\(size)")
    #expect(result.status == 2)
    #expect(result.errors.contains("smallest-group"))
    #expect(scratch.files(in: "out").isEmpty)
  }

  /// For fills it applies to the summary by class.
  @Test func fills() throws {
    var lines = ["patient,date,days,class"]
    for patient in 0..<20 {
      let drugClass = patient < 16 ? "A" : "B"
      for month in 1...(1 + patient % 6) {
        lines.append("P\(patient),2024-0\(month)-01,30,\(drugClass)")
      }
    }
    try FileManager.default.createDirectory(
      atPath: scratch["fills"], withIntermediateDirectories: true)
    try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "fills/fills.csv")
    let words = ["refills", scratch["fills"], "--smallest-group", "5"]
    let result = try Tool.run(words)
    #expect(result.status == 0, "\(result.errors)")
    let rows = result.lines.map { $0.split(separator: " ") }
    for row in rows where row.count > 2 && ["A", "B"].contains(row[1]) {
      let isOfFew = row[1] == "B"
      #expect(!isOfFew || row.contains("withheld"), "\(row)")
      #expect(isOfFew || row.contains("%"), "\(row)")
    }
    #expect(rows.contains { $0.contains("withheld") })
    #expect(result.output.hasPrefix("Number of patients withheld"))
    for more in [["--out", scratch["out"]], ["--format", "csv"], ["--chart", "persistence"]] {
      let refused = try Tool.run(words + more)
      #expect(refused.status == 2 && refused.errors.contains("single patients"))
    }
    for more in [["--episodes"], ["--window", "30"]] {
      let refused = try Tool.run(words + more)
      #expect(refused.status == 2 && refused.errors.contains("rows rather than patients"))
    }
    #expect(try Tool.run(words.dropLast() + ["21"]).status == 2)
  }
}
