import Foundation

/// A PostgreSQL server with default settings in a temporary folder, stopped on deinitialization.
final class BenchServer {
  private let folder: String
  private let programs: String
  /// The command prefix that drops root privileges, which the server rejects.
  private let prefix: [String]

  /// No server is installed.
  struct Missing: Error, CustomStringConvertible {
    var description: String { "no PostgreSQL server is installed (install postgresql)" }
  }

  init() throws {
    let versions = "/usr/lib/postgresql"
    let installed = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    guard let newest = installed.compactMap({ Int($0) }).max() else { throw Missing() }
    programs = "\(versions)/\(newest)/bin"
    folder = FileManager.default.temporaryDirectory.appending(path: "regimen-bench-\(getpid())")
      .path()
    prefix =
      geteuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
    try run(prefix + ["mkdir", "-m", "700", folder])
    let data = "\(folder)/data"
    try run(
      prefix + ["\(programs)/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"])
    try run(
      prefix + [
        "\(programs)/pg_ctl", "-D", data, "-w", "-l", "\(folder)/log", "-o",
        "-k \(folder) -c listen_addresses=''", "start",
      ])
  }

  deinit {
    try? run(prefix + ["\(programs)/pg_ctl", "-D", "\(folder)/data", "-m", "fast", "stop"])
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func run(_ words: [String]) throws {
    var process = ToolProcess(tool: "/usr/bin/env")
    try process.run(words)
  }

  /// Returns the address of the store in a schema.
  func address(_ schema: String) -> String {
    "postgresql://postgres@/postgres?host=\(folder)&schema=\(schema)"
  }

  /// Runs SQL in a schema; returns its output if requested.
  @discardableResult
  func psql(_ sql: String, in schema: String, keeping: Bool = true) throws -> String {
    let output = keeping ? NSTemporaryDirectory() + "regimen-bench-\(getpid()).out" : "/dev/null"
    defer { if keeping { try? FileManager.default.removeItem(atPath: output) } }
    try run([
      "PGOPTIONS=-c search_path=\(schema) -c jit=off", "psql", "-q", "-A", "-t", "-h", folder,
      "-U", "postgres", "-o", output, "-c", sql,
    ])
    return keeping ? try String(contentsOfFile: output, encoding: .utf8) : ""
  }

  /// Returns the number of rows of a table.
  func count(_ table: String, in schema: String) throws -> Int {
    let text = try psql("SELECT count(*) FROM \(table)", in: schema)
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }
}
