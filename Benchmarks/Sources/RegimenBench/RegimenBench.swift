import Foundation

/// Compares the engine with other implementations.
///
///     regimen-bench --format table --rows W1,W6
@main
struct RegimenBench {
  private var format = ResultFormat.table
  private var chosen: Set<String> = []
  private var systems: Set<String> = []
  private var python = "python3"
  private var page: String?
  private let cohorts = CohortSet()

  static func main() {
    do {
      try RegimenBench(CommandLine.arguments.dropFirst()).run()
    } catch {
      FileHandle.standardError.write(Data("regimen-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private init(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    while let option = arguments.popFirst() {
      let value = arguments.popFirst() ?? ""
      switch option {
      case "--format":
        guard let format = ResultFormat(rawValue: value) else { throw Usage(wrong: value) }
        self.format = format
      case "--rows":
        if value != "all" { chosen = Set(value.split(separator: ",").map(String.init)) }
      case "--systems":
        if value != "all" { systems = Set(value.split(separator: ",").map(String.init)) }
      case "--python": python = value
      case "--page": page = value
      case "--tool": cohorts.options.tool = value
      case "--patients": cohorts.options.patients = try RegimenBench.number(value)
      case "--days": cohorts.options.days = try RegimenBench.number(value)
      case "--data": cohorts.options.data = URL(filePath: value)
      default: throw Usage(wrong: option)
      }
    }
    if let unknown = chosen.subtracting(Workloads.all.map(\.name)).min() {
      throw Usage(wrong: unknown)
    }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Usage(wrong: text) }
    return number
  }

  private func run() throws {
    var runner = ScriptRunner(python: python)
    var table = ResultTable(format)
    var results = ResultPage()
    func show(_ measurement: Measurement) {
      table.print(measurement)
      results.add(measurement)
    }
    defer { cohorts.removeFiles() }
    for (name, make) in Workloads.all where chosen.isEmpty || chosen.contains(name) {
      var row = try make(cohorts)
      defer { if let data = row.data { try? FileManager.default.removeItem(at: data) } }
      row.systems.removeAll { !isWanted($0.name) }
      table.begin(row)
      results.begin(row)
      try Harness.measure(row, show)
      // Scripts read files: the row's memory can be freed.
      row.systems = []
      for script in Script.all where script.rows.contains(name) && isWanted(script.system) {
        if let measurement = try runner.measure(script, on: row) { show(measurement) }
      }
    }
    if let page, chosen.isEmpty, systems.isEmpty { try results.write(to: page, python: runner) }
    for module in runner.missing.sorted() {
      let text = "\(module): skipped, \(python) cannot import it\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }

  private func isWanted(_ system: String) -> Bool { systems.isEmpty || systems.contains(system) }
}

/// An invalid command line.
private struct Usage: Error, CustomStringConvertible {
  var wrong: String

  var description: String {
    "what is '\(wrong)'? Try --format table|ndjson, --systems regimen,memset, --python python3, "
      + "--tool .build/release/regimen, --patients 10000, --days 365, --data .build/bench, "
      + "--page Benchmarks/Results.md "
      + "and --rows all or some of "
      + Workloads.all.map(\.name).joined(separator: ",")
  }
}
