import Foundation
import TestSampling
import Testing

/// Ids that are paths, device names or empty: nothing is written outside the given folder.
@Suite struct HostileNamesTests {
  private let scratch: Scratch
  private static let days = ["--from", "2025-01-06", "--to", "2025-01-13"]
  private static let ids = [
    "../x", "../../x", "/etc/x", "/tmp/x", ".", "..", "...", "CON", "con.txt", "~", "~root/x",
    String(repeating: "n", count: 300), "a\0b", "a\nb", "a\r\nb", " ", "-rf", "--out", "$(id)",
    "a/b", "a\\b", "C:\\x", "a:b", "%2e%2e%2fx", "\u{202E}gnp", "é", "<b>", "=1+1",
    ".regimen", "pages", "index.html", "patients", "*", "?", "'", "\"",
  ]

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch["in/records"], withIntermediateDirectories: true)
    var patients = "id,zone,group\n"
    var (tasks, outcomes) = ("", "patient,task,time,value\n")
    for id in HostileNamesTests.ids {
      patients += "\(quoted(id)),UTC,\(quoted(id))\n"
      for task in [id, "tablet"] {
        tasks +=
          "{\"patient\":\(json(id)),\"id\":\(json(task)),\"title\":\(json(id)),\"schedule\":"
          + "{\"elements\":[{\"id\":\"am\",\"start\":\"2025-01-06T08:00:00\","
          + "\"every\":\"P1D\"}]}}\n"
        outcomes += "\(quoted(id)),\(quoted(task)),2025-01-07T08:00:00Z,5\n"
      }
    }
    try scratch.write(Array(patients.utf8), to: "in/records/patients.csv")
    try scratch.write(Array(tasks.utf8), to: "in/records/tasks.ndjson")
    try scratch.write(Array(outcomes.utf8), to: "in/records/outcomes.csv")
    let fills = HostileNamesTests.ids.map {
      "\(quoted($0)),2025-01-01,30,\(quoted($0))\n\(quoted($0)),2025-03-01,30,\(quoted($0))\n"
    }
    try scratch.write(
      Array(("patient,date,days,class\n" + fills.joined()).utf8), to: "in/fills.csv")
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "\"\""))\""
  }

  private func json(_ text: String) -> String {
    let bytes = (try? JSONEncoder().encode(text)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Every command that writes files, each into a folder within `out`.
  private var writing: [String: [String]] {
    let (records, days) = (scratch["in/records"], HostileNamesTests.days)
    let jail = scratch["jail"]
    var commands = [
      "report": ["report", records, "--pages", "all", "--tables"]
        + ["adherence,cohort,patients,statistics,values,page"]
        + ["--rolling", "3d", "--breakdown", "element", "--page-data", "all"]
        + ["--out", "\(jail)/out"] + days,
      "database": ["report", records, "--format", "sqlite", "--out", "\(jail)/out"] + days,
      "shares": ["report", records, "--partition", "1/1", "--pages", "all"]
        + ["--page-data", "csv", "--out", "\(jail)/out"] + days,
      "charts": ["chart", records, "--all", "--out", "\(jail)/out"] + days,
      "events": ["events", records, "--out", "\(jail)/out"] + days,
      "due": ["due", records, "--at", "2025-01-07T12:00:00Z", "--out", "\(jail)/out"],
      "export": ["export", records, "\(jail)/out"],
      "fhir": ["export", records, "\(jail)/out", "--format", "fhir"],
      "import": ["import", records, "\(jail)/out.sqlite"],
      "refills": ["refills", scratch["in"], "--level", "class", "--page-data", "all"]
        + ["--out", "\(jail)/out"],
    ]
    let ids = Array(HostileNamesTests.ids.enumerated()).sampled(2)
    for (place, id) in ids where !id.contains("\0") {
      commands["charts of \(place)"] =
        ["chart", records, "--all", "--chart-patient=\(id)", "--out", "\(jail)/out"] + days
    }
    return commands
  }

  @Test func nothingIsWrittenOutside() throws {
    for (name, words) in writing.sorted(by: { $0.key < $1.key }).sampled(6) {
      try FileManager.default.createDirectory(
        atPath: scratch["jail"], withIntermediateDirectories: true)
      let before = scratch.files().filter { !$0.hasPrefix("jail") }
      let result = try Tool.run(words)
      #expect(result.status < 2, "\(name): \(result.errors.prefix(300))")
      #expect(scratch.files().filter { !$0.hasPrefix("jail") } == before, "\(name)")
      let made = try FileManager.default.contentsOfDirectory(atPath: scratch["jail"])
      #expect(made.allSatisfy { $0.hasPrefix("out") }, "\(name): \(made)")
      for path in scratch.files(in: "jail") {
        let parts = path.split(separator: "/")
        #expect(parts.allSatisfy(HostileNamesTests.isPlain), "\(name): \(path)")
        let type = try FileManager.default.attributesOfItem(atPath: scratch["jail/\(path)"])[.type]
        #expect(type as? FileAttributeType != .typeSymbolicLink)
      }
      scratch.remove("jail")
    }
  }

  /// Returns whether a name is valid in every file system and needs no quoting in a shell.
  private static func isPlain(_ name: Substring) -> Bool {
    name.utf8.count <= 200 && name.first != "-" && (name.first != "." || name == ".regimen")
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
          || ["-", "_", ".", "~", "="].contains(scalar)
      }
  }

  /// Each patient has a page of its own that shows the id.
  @Test func eachHasAPage() throws {
    _ = try Tool.run(
      ["report", scratch["in/records"], "--pages", "all", "--out", scratch["out"]]
        + HostileNamesTests.days)
    let pages = scratch.files(in: "out/pages/patients").filter { $0.hasSuffix(".html") }
    #expect(pages.count == HostileNamesTests.ids.count)
    #expect(Set(pages.map { $0.lowercased() }).count == pages.count)
  }

  /// A symbolic link within the folder is rejected and not followed.
  @Test(arguments: ["pages", "pages/patients", "pages/charts"].sampled(2))
  func linksWithinAFolder(_ name: String) throws {
    let only: [String] = isExhaustive ? [] : ["--only", "a/b"]
    let words =
      ["report", scratch["in/records"], "--pages", "all", "--page-data", "csv"]
      + ["--out", scratch["out"]] + only + HostileNamesTests.days
    _ = try Tool.run(words)
    try FileManager.default.createDirectory(
      atPath: scratch["elsewhere"], withIntermediateDirectories: true)
    try scratch.write(Array("mine".utf8), to: "elsewhere/index.html")
    scratch.remove("out/\(name)")
    try FileManager.default.createSymbolicLink(
      atPath: scratch["out/\(name)"], withDestinationPath: scratch["elsewhere"])
    let result = try Tool.run(words)
    #expect(result.status == (name == "pages" ? 2 : 0), "\(result.errors)")
    #expect(scratch.files(in: "elsewhere") == ["index.html"])
    #expect(try scratch.bytes(of: "elsewhere/index.html") == Array("mine".utf8))
  }
}
