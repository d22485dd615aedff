import Foundation

/// A Python script that measures one system on one row in a separate process.
struct Script {
  /// The system.
  var system: String
  /// The file in `Scripts`.
  var file: String
  /// The Python module that it requires.
  var module: String
  /// The rows that it supports.
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

  /// A script that imports and exports columns.
  private static func columns(_ system: String, _ module: String, _ rows: Set<String>) -> Script {
    Script(system: system, file: "column_rows.py", module: module, rows: rows)
  }

  /// A script that groups rows by week: from labels, or from instants in UTC.
  private static func weekly(_ system: String) -> Script {
    Script(
      system: system, file: "weekly_rows.py", module: String(system.prefix { $0 != "-" }),
      rows: ["weekly-keyed"])
  }
}

/// The Python interpreter, with the modules that it lacks.
struct ScriptRunner {
  private let python: String
  private var known: [String: Bool] = [:]
  /// The modules that could not be imported.
  private(set) var missing: Set<String> = []

  init(python: String) { self.python = python }

  /// Measures a script; `nil` if its module is missing.
  ///
  /// - Throws: ``WrongAnswer`` if its result is not the row's.
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
    try Command.output(of: [python] + arguments, isQuiet: arguments.first == "-c")
  }

  /// The version of Python and those of the packages that were used.
  func versions() -> String {
    let modules = known.filter(\.value).keys.sorted().joined(separator: " ")
    let code = """
      import platform, importlib.metadata as data
      of = data.packages_distributions()
      names = sorted({of[module][0] for module in "\(modules)".split() if module in of})
      print(", ".join([platform.python_version()] + [f"{name} {data.version(name)}" for name in names]))
      """
    let text = (try? output(of: ["-c", code])).map { String(decoding: $0, as: UTF8.self) }
    return text?.trimmingCharacters(in: .newlines) ?? "none"
  }
}

/// A command that runs to its end.
enum Command {
  /// Returns what the command prints.
  static func output(of words: [String], isQuiet: Bool) throws -> Data {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    if isQuiet { process.standardError = FileHandle.nullDevice }
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return data
  }
}
