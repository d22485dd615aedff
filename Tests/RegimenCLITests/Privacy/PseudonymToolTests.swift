import Foundation
import TestSampling
import Testing

/// `--pseudonyms`: no output contains identifying data.
@Suite struct PseudonymToolTests {
  private let scratch: Scratch
  private static let days = ["--from", "2025-01-06", "--to", "2025-01-20"]
  /// Texts in every identifying field, and nowhere else.
  private static let secrets = ["zebra", "1931-05"]

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch["in"], withIntermediateDirectories: true)
    for (name, lines) in PseudonymToolTests.dataset {
      try scratch.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "in/\(name)")
    }
    for (name, first) in [("key", 0), ("other", 1)] {
      try scratch.write((0..<40).map { UInt8(first + $0) }, to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: scratch[name])
    }
  }

  /// Twelve patients, some with errors.
  private static var dataset: [String: [String]] {
    let ids = (1...12).map { "Zebra-\($0 < 10 ? "0" : "")\($0)" }
    var files = [
      "patients.csv": [
        "id,zone,group,givenName,familyName,birthDate,allergies,tags,remoteID,note,userInfo.ward,"
          + "userInfo.arm"
      ],
      "tasks.ndjson": [],
      "outcomes.csv": ["patient,task,element,nominal,time,value,type,id,remoteID,note"],
      "holds.csv": [
        "patient,from,to,reason,id,note", "Zebra-01,2025-01-10,2025-01-12,zebra,zebra1,zebra",
      ],
      "plans.csv": ["patient,id,title", "Zebra-01,zebra-plan,Zebra's plan"],
      "contacts.csv": ["patient,id,givenName,phones", "Zebra-01,zebra-c,Zebra,home=zebra"],
    ]
    for (number, id) in ids.enumerated() {
      let arm = number % 2 == 0 ? "A" : "B"
      files["patients.csv"]?.append(
        "\(id),UTC,\(arm),Zebra,Zebrawitz,1931-05-07,zebra milk,tag\(arm),zebra\(id),zebra note,"
          + "zebra ward,\(arm)")
      files["tasks.ndjson"]?.append(
        #"{"patient":"\#(id)","id":"tablet","title":"Zebra's tablet","instructions":"zebra","#
          + #""carePlan":"zebra-plan","tags":["zebra"],"notes":["zebra"],"remoteID":"zebra","#
          + #""userInfo":{"x":"zebra"},"schedule":{"elements":[{"id":"am","#
          + #""start":"2025-01-06T08:00:00","every":"P1D","text":"zebra","#
          + #""targets":[{"value":"zebra","condition":"exactly"}]}]}}"#)
      for day in 6..<(8 + number) {
        let date = "2025-01-\(day < 10 ? "0" : "")\(day)"
        files["outcomes.csv"]?.append(
          "\(id),tablet,am,\(date)T08:00:00,,zebra,text,zebra\(number)-\(day),zebra,zebra")
      }
    }
    files["outcomes.csv"]? += [
      "Zebra-02,tablet,,,zebra-time,,,,,", "Zebra-99,tablet,,,2025-01-07T08:00:00,,,,,",
      "Zebra-03,zebra-task,,,2025-01-07T08:00:00,,,,,",
      "Zebra-04,tablet,,,2025-01-07T08:00:00,zebra,number,,,",
    ]
    return files
  }

  private func hidden(_ words: [String], key: String = "key") -> [String] {
    words + ["--pseudonyms", scratch[key]]
  }

  /// Expects no secret in a text, in any case, nor escaped as in file names.
  private func expectNoSecret(_ bytes: some Sequence<UInt8>, _ place: String) {
    let text = String(decoding: Array(bytes), as: UTF8.self).lowercased()
    for secret in PseudonymToolTests.secrets {
      #expect(!text.contains(secret), "\(place): \(secret)")
    }
  }

  private var commands: [String: [String]] {
    let (data, days) = (scratch["in"], PseudonymToolTests.days)
    let out = scratch["out"]
    let all = ["--max-rejected", "100%", "--out", out]
    let tables = ["--tables", "adherence,cohort,patients,statistics,values,page"]
    let one = ["--only", "Zebra-05"]
    return [
      "report": ["report", data, "--rolling", "3d", "--breakdown", "weekday", "--pages", "all"]
        + ["--page-data", "all"] + tables + all + days,
      "lines": ["report", data, "--format", "ndjson"] + tables + all + days,
      "json": ["report", data, "--format", "json"] + tables + all + days,
      "database": ["report", data, "--format", "sqlite"] + all + days,
      "some": ["report", data, "--only", "Zebra-0*,tag:tagA", "--pages", "all"] + all + days,
      "share": ["report", data, "--partition", "1/2", "--page-data", "csv"] + all + days,
      "charts": ["chart", data, "--all"] + all + days,
      "charts of one": ["chart", data, "--all", "--chart-patient", "Zebra-05"] + all + days,
      "lasagna": ["chart", data, "--chart", "lasagna", "--max-rejected", "100%", "--out"]
        + ["\(out).svg"] + days,
      "events": ["events", data, "--out", out] + days,
      "events of one": ["events", data, "--format", "json", "--out", out] + one + days,
      "due": ["due", data, "--at", "2025-01-09T12:00:00Z", "--out", out],
      "check": ["check", data],
      "dataset": ["export", data, out], "fhir": ["export", data, out, "--format", "fhir"],
      "bundle": ["export", data, "\(out).json", "--format", "fhir", "--adherence"] + days,
      "careKit": ["export", data, "\(out).json"] + one,
      "careKit 3": ["export", data, "\(out).json", "--format", "careKit3.1"] + one,
      "calendar": ["export", data, "\(out).ics"] + one + days,
    ]
  }

  @Test func nothingIdentifiesAPatient() throws {
    for (name, words) in commands.sorted(by: { $0.key < $1.key }) {
      let result = try Tool.run(hidden(words))
      #expect(result.status < 2, "\(name): \(result.errors.prefix(400))")
      expectNoSecret(result.errors.utf8, "\(name), errors")
      let output = result.output.replacing(scratch["out"], with: "")
      expectNoSecret(output.utf8, "\(name), output")
      for file in scratch.files() where file.hasPrefix("out") {
        expectNoSecret(file.utf8, name)
        if let bytes = FileManager.default.contents(atPath: scratch[file]) {
          expectNoSecret(bytes, "\(name): \(file)")
        }
      }
      for file in ["out", "out.json", "out.ics", "out.svg"] { scratch.remove(file) }
    }
  }

  /// Without the key the same commands print them, which verifies the test above.
  @Test func withoutAKeyTheyArePrinted() throws {
    let words = try #require(commands["report"])
    _ = try Tool.run(words)
    let files = scratch.files(in: "out").compactMap {
      FileManager.default.contents(atPath: scratch["out/\($0)"])
    }
    #expect(files.count { String(decoding: $0, as: UTF8.self).contains("Zebra") } > 10)
  }

  /// Numbers are those of the report without pseudonyms.
  @Test func numbersAreTheSame() throws {
    let words = ["report", scratch["in"], "--max-rejected", "100%", "--out"]
    let tables = ["--tables", "cohort,statistics"] + PseudonymToolTests.days
    _ = try Tool.run(words + [scratch["plain"]] + tables)
    _ = try Tool.run(hidden(words + [scratch["hidden"]] + tables))
    #expect(try scratch.bytes(of: "plain/cohort.csv").isEmpty == false)
    let plans = try ["plain", "hidden"].map { folder in
      try String(decoding: scratch.bytes(of: "\(folder)/cohort.csv"), as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }
    #expect(plans[0].count == plans[1].count)
    for (plain, hidden) in zip(plans[0], plans[1]) {
      // The names of care plans are replaced.
      let names = zip(plain, hidden).filter { $0 != $1 }
      #expect(names.allSatisfy { $0.0 == "zebra-plan" }, "\(plain) \(hidden)")
    }
  }

  /// The output is the same for every run and any number of threads; another key gives another
  /// output.
  @Test func theSameInEveryRun() throws {
    let report = try #require(commands["report"])
    var reports: [[String: [UInt8]]] = []
    for (key, jobs) in [("key", "1"), ("key", "4"), ("other", "1")] {
      _ = try Tool.run(hidden(report + ["--jobs", jobs], key: key))
      var files: [String: [UInt8]] = [:]
      for name in scratch.files(in: "out") {
        files[name] = FileManager.default.contents(atPath: scratch["out/\(name)"]).map(Array.init)
      }
      reports.append(files)
      scratch.remove("out")
    }
    #expect(reports[0] == reports[1])
    #expect(reports[0]["adherence.csv"] != reports[2]["adherence.csv"])
  }

  /// Shards merge to the bytes of the whole report; shards with different keys do not merge.
  @Test func sharesMerge() throws {
    let words =
      ["report", scratch["in"], "--max-rejected", "100%"] + PseudonymToolTests.days + ["--out"]
    _ = try Tool.run(hidden(words + [scratch["whole"]]))
    for (share, key) in [("1/2", "key"), ("2/2", "key"), ("2/2", "other")] {
      let place = scratch["share-\(key)-\(share.prefix(1))"]
      _ = try Tool.run(hidden(words + [place, "--partition", share], key: key))
    }
    let merged = try Tool.run(
      "merge", scratch["merged"], scratch["share-key-1"], scratch["share-key-2"])
    #expect(merged.status < 2, "\(merged.errors)")
    #expect(scratch.files(in: "merged") == scratch.files(in: "whole"))
    for name in scratch.files(in: "whole") where !name.hasSuffix("pages") {
      #expect(
        FileManager.default.contents(atPath: scratch["merged/\(name)"])
          == FileManager.default.contents(atPath: scratch["whole/\(name)"]), "\(name)")
    }
    let mixed = try Tool.run(
      "merge", scratch["mixed"], scratch["share-key-1"], scratch["share-other-2"])
    #expect(mixed.status == 2)
    #expect(mixed.errors.contains("parameters"))
  }

  /// Patients are selected by their own ids and shown under their pseudonyms, sorted by these.
  @Test func orderAndNames() throws {
    let events = try Tool.run(
      hidden(["events", scratch["in"], "--only", "Zebra-05"] + PseudonymToolTests.days))
    let pseudonym = try #require(events.lines.dropFirst().first?.split(separator: ",").first)
    #expect(pseudonym.count == 20)
    let report = try Tool.run(
      hidden(["report", scratch["in"], "--max-rejected", "100%", "--out", scratch["out"]])
        + PseudonymToolTests.days)
    #expect(report.status < 2)
    let rows = try String(decoding: scratch.bytes(of: "out/patients.csv"), as: UTF8.self)
      .split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(rows == rows.sorted() && rows.contains(pseudonym))
    let nobody = try Tool.run(
      hidden(["events", scratch["in"], "--only", "nobody"] + PseudonymToolTests.days))
    #expect(nobody.status == 2 && nobody.errors.contains("nobody"))
  }

  /// The values by which patients are grouped are kept.
  @Test func groupedByUserInfo() throws {
    let words =
      ["report", scratch["in"], "--max-rejected", "100%", "--group-by", "userInfo.arm"]
      + PseudonymToolTests.days
    let plain = try Tool.run(words)
    let hidden = try Tool.run(hidden(words))
    // The care plan has another name.
    let rows = [plain, hidden].map { result in
      result.lines.map { $0.split(separator: " ") }.filter { !$0.contains("plan") }
    }
    #expect(rows[0] == rows[1])
    #expect(rows[1].contains { $0.first == "B" })
  }

  @Test func recordsOfAStream() throws {
    let record =
      #"{"patient":{"id":"Zebra","zone":"UTC","givenName":"Zebra"},"tasks":[{"id":"tablet","#
      + #""schedule":{"elements":[{"id":"am","start":"2025-01-06T08:00:00","every":"P1D"}]}}],"#
      + #""outcomes":[{"task":"zebra","time":"2025-01-07T08:00:00Z"}]}"# + "\nzebra\n"
    for command in ["report", "events"] {
      let result = try Tool.run(
        hidden([command, "--records", "-"] + PseudonymToolTests.days), input: record)
      #expect(result.status < 2 || command == "report")
      #expect(result.lines.count > 1)
      expectNoSecret(result.output.utf8, command)
      expectNoSecret(result.errors.utf8, command)
    }
  }

  @Test func fills() throws {
    try FileManager.default.createDirectory(
      atPath: scratch["fills"], withIntermediateDirectories: true)
    var lines = ["patient,date,days,class", "Zebra-1,zebra,30,A"]
    for patient in 1...9 {
      for month in 1...patient { lines.append("Zebra-\(patient),2024-0\(month)-01,25,A") }
    }
    try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "fills/fills.csv")
    let words = ["refills", scratch["fills"], "--measure", "pdc,cma7", "--max-rejected", "50%"]
    let chart = ["--chart", "fills", "--chart-patient", "Zebra-3", "--out", scratch["out.svg"]]
    var outputs: [String] = []
    for words in [words + ["--out", scratch["out"]], words + chart, words + ["--format", "csv"]] {
      let result = try Tool.run(hidden(words))
      #expect(result.status == 1, "\(result.errors)")
      expectNoSecret(result.errors.utf8, "errors")
      expectNoSecret(result.output.replacing(scratch["out"], with: "").utf8, "output")
      outputs.append(result.output)
    }
    for file in scratch.files() where file.hasPrefix("out") {
      if let bytes = FileManager.default.contents(atPath: scratch[file]) {
        expectNoSecret(bytes, file)
      }
    }
    // Each patient keeps the numbers, whatever the order.
    let plain = try Tool.run(words + ["--format", "csv"]).lines.map { $0.drop { $0 != "," } }
    #expect(
      outputs[2].split(separator: "\n").map { $0.drop { $0 != "," } }.sorted() == plain.sorted())
  }

  @Test func invalidKeys() throws {
    try scratch.write(Array("short".utf8), to: "short")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: scratch["short"])
    try scratch.write((0..<40).map { UInt8($0) }, to: "open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: scratch["open"])
    for (key, words) in [("short", "openssl rand"), ("open", "chmod 600"), ("none", "No such")] {
      for (name, command) in commands.sorted(by: { $0.key < $1.key }).sampled(4)
      where name != "check" {
        let result = try Tool.run(hidden(command, key: key))
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains(words), "\(name): \(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch["out"]))
      }
    }
  }
}
