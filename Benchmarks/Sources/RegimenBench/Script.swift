import Foundation

/// A rival in Python: a script that measures one system on one row, in a process of its own.
struct Script {
  /// The system that it measures.
  var system: String
  /// The file under `Scripts`.
  var file: String
  /// The module that Python must have for it.
  var module: String
  /// The rows that it has.
  var rows: Set<String>

  static let all = [
    Script(
      system: "dateutil", file: "dateutil_rows.py", module: "dateutil",
      rows: ["W1", "W2", "W3", "W4a", "W4b", "W5", "W6", "W7"]),
    weekly("duckdb"), weekly("polars"), weekly("duckdb-utc"), weekly("polars-utc"),
    Script(system: "pyarrow", file: "read_rows.py", module: "pyarrow", rows: ["read-rows"]),
    Script(system: "pandas", file: "nearest_rows.py", module: "pandas", rows: ["nearest"]),
    Script(
      system: "scipy", file: "cohort_rows.py", module: "scipy",
      rows: ["kaplan-meier", "clopper-pearson", "kmeans", "bootstrap"]),
    Script(system: "pandas", file: "value_rows.py", module: "pandas", rows: ["values"]),
    Script(system: "scipy", file: "measure_rows.py", module: "scipy", rows: ["measures"]),
    Script(
      system: "dateutil", file: "timing_rows.py", module: "dateutil", rows: ["fhir-timing"]),
    Script(system: "json", file: "resource_rows.py", module: "json", rows: ["fhir-bulk"]),
    Script(system: "polars", file: "resource_rows.py", module: "polars", rows: ["fhir-bulk"]),
    Script(
      system: "recurring-ical-events", file: "calendar_rows.py", module: "recurring_ical_events",
      rows: ["icalendar"]),
    columns("regimen", "pyarrow", ["parquet-weekly", "columns-in", "columns-out", "W1-columns"]),
    columns("polars", "polars", ["parquet-weekly", "columns-in", "columns-out"]),
    columns("memset", "pyarrow", ["W1-columns"]),
    Script(system: "json", file: "document_rows.py", module: "json", rows: ["carekit-json"]),
  ]

  /// Takes columns in and hands them out.
  private static func columns(_ system: String, _ module: String, _ rows: Set<String>) -> Script {
    Script(system: system, file: "column_rows.py", module: module, rows: rows)
  }

  /// Groups rows by week: labelled with it, or from moments in UTC.
  private static func weekly(_ system: String) -> Script {
    Script(
      system: system, file: "weekly_rows.py", module: String(system.prefix { $0 != "-" }),
      rows: ["weekly-keyed"])
  }
}

/// The scripts that a Python can run, and what it lacks for the others.
struct ScriptRunner {
  private let python: String
  private var known: [String: Bool] = [:]
  /// The modules that Python could not import.
  private(set) var missing: Set<String> = []

  init(python: String) { self.python = python }

  /// Measures a script's system; `nil` where Python lacks its module.
  ///
  /// - Throws: ``WrongAnswer`` where its answer is not the row's.
  mutating func measure(_ script: Script, on row: Row) throws -> Measurement? {
    guard has(script.module) else { return nil }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Scripts/\(script.file)").standardizedFileURL.path
    let text = try output(of: [file, row.name, script.system, row.data?.path ?? ""])
    let measurement = try JSONDecoder().decode(Measurement.self, from: text)
    let found = Answer(count: measurement.count, checksum: measurement.checksum)
    guard found == row.expected else {
      throw WrongAnswer(
        place: "\(row.name) \(script.system)", expected: row.expected, found: found)
    }
    return measurement
  }

  private mutating func has(_ module: String) -> Bool {
    if let known = known[module] { return known }
    let isThere = (try? output(of: ["-c", "import \(module)"])) != nil
    known[module] = isThere
    if !isThere { missing.insert(module) }
    return isThere
  }

  private func output(of arguments: [String]) throws -> Data {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [python] + arguments
    process.standardOutput = pipe
    if arguments.first == "-c" { process.standardError = FileHandle.nullDevice }
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return data
  }
}
