import Foundation
import Testing

/// Ids, groups and file names with control characters: summaries and messages escape them, files
/// and piped data keep them.
@Suite struct TerminalToolTests {
  private static let hostile = "x\u{1B}[31m\u{7}\u{9B}2J\u{202E}y"
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let id = TerminalToolTests.hostile
    let folder = scratch["data"]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try scratch.write(Array("id,zone,group\n\(id),UTC,\(id)\n".utf8), to: "data/patients.csv")
    let schedule =
      #"{"elements":[{"id":"am","start":"2025-01-06T08:00:00","every":"P1D"}]}"#
    let name = String(decoding: try JSONEncoder().encode(id), as: UTF8.self)
    let task = "{\"patient\":\(name),\"id\":\(name),\"schedule\":\(schedule)}\n"
    try scratch.write(Array(task.utf8), to: "data/tasks.ndjson")
    let outcomes = [
      "patient,task,time,value", "\(id),\(id),2025-01-06T08:00:00Z,1",
      "\(id),\(id),\(id),1", "\(id)?,\(id),2025-01-06T08:00:00Z,1",
    ]
    try scratch.write(Array(outcomes.joined(separator: "\n").utf8), to: "data/outcomes.csv")
  }

  private func isShown(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control && $0 != "\u{202E}"
    }
  }

  @Test func textForPeopleIsEscaped() throws {
    let days = ["--from", "2025-01-06", "--to", "2025-01-08"]
    let (data, id) = (scratch["data"], TerminalToolTests.hostile)
    for command in [
      ["check", data], ["report", data, "--group-by", "group"] + days,
      ["report", data, "--only", id] + days, ["report", data, "--from", id],
      ["report", data, "--out", scratch[id], "--pages", "none"] + days,
      ["import", data, scratch["\(id).sqlite"]], ["info", scratch["\(id).sqlite"]],
      ["erase", scratch["\(id).sqlite"], "--only", "\(id)!"],
      ["erase", scratch["\(id).sqlite"], "--only", id], ["check", scratch["no\(id)"]], [id],
      ["info", "--\(id)"], ["chart", data, "--chart-patient", "\(id)?"] + days,
    ] {
      let result = try Tool.run(command)
      #expect(isShown(result.output), "\(command[0]): \(result.output.debugDescription)")
      #expect(isShown(result.errors), "\(command[0]): \(result.errors.debugDescription)")
    }
    #expect(try Tool.run("check", data).output.contains("x\\u{1B}[31m\\u{7}\\u{9B}2J\\u{202E}y"))
  }

  @Test func dataKeepTheirBytes() throws {
    let result = try Tool.run(
      "events", scratch["data"], "--from", "2025-01-06", "--to", "2025-01-08")
    #expect(result.output.contains(TerminalToolTests.hostile))
  }
}
