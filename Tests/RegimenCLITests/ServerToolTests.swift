import Foundation
import TestServer
import TestSupport
import Testing

/// A store on a server, for every command that accepts a store.
@Suite(.enabled(if: TestServer.isAvailable)) struct ServerToolTests {
  private static let days = ["--from", "2025-01-13", "--to", "2025-03-10", "--by", "week"]

  /// The address of a new store, with an unused password.
  private func address() throws -> String {
    let server = try TestServer.shared
    return "postgresql://postgres:swordfish@/postgres?host=\(server.folder)&port=\(server.port)"
      + "&schema=\(TestServer.freshName("tool"))"
  }

  private func run(_ arguments: [String], status: Int32 = 0) throws -> Tool.Result {
    let result = try Tool.run(arguments)
    #expect(result.status == status, "\(arguments): \(result.errors)")
    #expect(!(result.output + result.errors).contains("swordfish"))
    return result
  }

  @Test func doesWithAnAddressWhatItDoesWithAFile() throws {
    let (store, cohort) = (try address(), try MonitoredFolder.path())
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "store.sqlite").path()
    for target in [store, file] {
      let report = try run(["import", cohort, target])
      #expect(report.lines[1].contains("\(MonitoredFolder.patients) patients, "))
      #expect(try run(["import", cohort, target]).output.contains("Added") == true)
    }
    for command in [
      ["events", "--only", "P001"] + ServerToolTests.days.prefix(4),
      ["due", "--at", "2025-03-03T12:00:00Z"],
      ["chart", "--chart", "calendar", "--chart-patient", "P001", "--chart-task", "med"]
        + ServerToolTests.days.prefix(4),
      ["report"] + ServerToolTests.days,
    ] {
      func output(_ path: String) throws -> String {
        try run([command[0], path] + command.dropFirst()).output
      }
      #expect(try output(store) == output(file), "\(command)")
    }
    #expect(try run(["check", store]).output.contains("Problems: 0"))
    #expect(try run(["info", store]).output.contains("Patients \(MonitoredFolder.patients)"))
    let report = folder.appending(path: "report").path()
    _ = try run(["report", store, "--out", report, "--pages", "none"] + ServerToolTests.days)
    for name in try FileManager.default.subpathsOfDirectory(atPath: report) {
      let text = FileManager.default.contents(atPath: "\(report)/\(name)") ?? Data()
      #expect(!String(decoding: text, as: UTF8.self).contains("swordfish"), "\(name)")
    }
    _ = try run(["erase", store, "--only", "P007"])
    let copy = folder.appending(path: "copy").path()
    _ = try run(["export", store, copy])
    #expect(
      try run(["report", copy] + ServerToolTests.days).lines.first?
        .hasPrefix("\(MonitoredFolder.patients - 1) ") == true)
  }

  @Test func reportsTheError() throws {
    let store = try address()
    for command in ["info", "check", "report"] {
      let days = command == "report" ? ServerToolTests.days : []
      let result = try run([command, store] + days, status: 2)
      #expect(result.errors.contains("there is no store in the schema"), "\(result.errors)")
    }
    let nowhere = "postgresql://nobody:swordfish@/care?host=/nowhere"
    #expect(try run(["info", nowhere], status: 2).errors.split(separator: "\n").count == 1)
  }
}
