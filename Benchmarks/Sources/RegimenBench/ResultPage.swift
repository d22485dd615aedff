import Foundation

/// The rows of one run as a page of Markdown: times, rivals, lower bounds and ratios.
struct ResultPage {
  /// A row with the systems that were measured; the first is ours.
  private struct Part {
    var row: Row
    var measured: [Measurement] = []
  }

  private var parts: [Part] = []

  mutating func begin(_ row: Row) {
    var row = row
    // Their memory is not needed any more.
    row.systems = []
    parts.append(Part(row: row))
  }

  mutating func add(_ measurement: Measurement) {
    precondition(
      KnownSystem.all[measurement.system] != nil, "KnownSystem lacks \(measurement.system)")
    parts[parts.count - 1].measured.append(measurement)
  }

  func write(to path: String, python: ScriptRunner) throws {
    let sections = [
      heading, Surroundings.list(python), method, table, slower, systems(python.missing),
    ]
    try (sections.joined(separator: "\n\n") + "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  private var heading: String {
    """
    # Results

    One run of `make bench` on one machine, \(Surroundings.today), commit \(Surroundings.commit).
    [Worst small inputs and loads](Limits.md) has what `make check-worst` and `make load` measure.
    """
  }

  private var method: String {
    """
    **Method.** CPU time of one process, or the time that passes where a row runs the tool or several threads, each
    after a warm-up; medians and minima of several samples. Compare ratios and not times: machines differ, and a shared
    one from minute to minute. The result of every sample is verified by a count and a checksum, which are those of all
    systems of a row; a wrong one ends the run. In the last column each block is a factor of two: `█` takes longer than
    Regimen, `░` less.
    """
  }

  private var table: String {
    let header = """
      | row | work | system | median | minimum | per | memory | of ours | |
      |---|---|---|---:|---:|---|---:|---:|---|
      """
    return ([header] + parts.filter { !$0.measured.isEmpty }.flatMap(lines)).joined(
      separator: "\n")
  }

  private func lines(_ part: Part) -> [String] {
    let ours = part.measured[0].nanoseconds
    let row = part.row
    let file = row.file.split(separator: "/").last ?? ""
    let work = "\(row.what) (\(row.expected.count.grouped))"
    return part.measured.enumerated().map { number, measured in
      let start =
        number == 0
        ? "| [\(row.name)](Sources/RegimenBench/\(file)) | \(work) |" : "| | |"
      let ratio = measured.nanoseconds / ours
      let cells = [
        measured.system, ResultPage.time(measured.nanoseconds), ResultPage.time(measured.minimum),
        measured.per.rawValue, measured.megabytes.map { "\(Int($0.rounded())) MB" } ?? "",
        ResultPage.ratio(ratio), number == 0 ? "" : ResultPage.bar(ratio),
      ]
      return start + cells.map { " \($0) |" }.joined()
    }
  }

  /// The rows in which another system that does the work takes less time.
  private var slower: String {
    let rows = parts.compactMap { part -> String? in
      guard let ours = part.measured.first?.nanoseconds else { return nil }
      let faster = part.measured.dropFirst().filter {
        KnownSystem.all[$0.system]?.role == .rival && $0.nanoseconds < ours
      }
      guard !faster.isEmpty else { return nil }
      let list = faster.map { "`\($0.system)` \(ResultPage.ratio($0.nanoseconds / ours))" }
      return "- \(part.row.name): \(list.joined(separator: ", "))"
    }
    let none = "- None of this run."
    return
      (["**Where Regimen is slower**, as a part of its time:", ""]
      + (rows.isEmpty ? [none] : rows)).joined(separator: "\n")
  }

  private func systems(_ missing: Set<String>) -> String {
    let names = Set(parts.flatMap { $0.measured.map(\.system) })
    var lines = ["**Systems**", ""]
    lines += KnownSystem.all.filter { names.contains($0.key) }.sorted { $0.key < $1.key }
      .map { "- `\($0.key)` \($0.value.role.rawValue): \($0.value.text)." }
    if !missing.isEmpty {
      lines += [
        "",
        "Not installed, so that their rows are missing: \(missing.sorted().joined(separator: ", ")).",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.3g ns", nanoseconds)
    case ..<1e6: String(format: "%.3g µs", nanoseconds / 1e3)
    case ..<1e9: String(format: "%.3g ms", nanoseconds / 1e6)
    default: String(format: "%.3g s", nanoseconds / 1e9)
    }
  }

  private static func ratio(_ ratio: Double) -> String {
    ratio < 10 ? String(format: "%.2f", ratio) : Int(ratio.rounded()).grouped
  }

  /// Returns a block for each doubling or halving.
  private static func bar(_ ratio: Double) -> String {
    let blocks = log2(ratio).rounded()
    return String(repeating: blocks < 0 ? "░" : "█", count: Int(abs(blocks)))
  }
}

extension Int {
  /// The number with commas between thousands.
  fileprivate var grouped: String { formatted(.number.locale(Locale(identifier: "en"))) }
}

/// What a run depends on.
private enum Surroundings {
  static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  static var commit: String { output(of: ["git", "rev-parse", "--short=8", "HEAD"]) ?? "unknown" }

  static func list(_ python: ScriptRunner) -> String {
    let memory = value("MemTotal:", in: "/proc/meminfo").split(separator: " ").first
    let gigabytes = (memory.flatMap { Double($0) } ?? 0) / 1e6
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let model = value("model name", in: "/proc/cpuinfo").trimmingPrefix { ": \t".contains($0) }
    let swift = (output(of: ["swift", "--version"]) ?? "").split(separator: "\n").first ?? ""
    let kernel = output(of: ["uname", "-sr"]) ?? ""
    return """
      - Machine: \(model), \(cores) cores, \(Int(gigabytes.rounded())) GB of memory.
      - System: \(kernel), \(swift), release build without further flags.
      - Python: \(python.versions()).
      """
  }

  private static func value(_ key: String, in path: String) -> Substring {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
    return line.dropFirst(key.count)
  }

  private static func output(of command: [String]) -> String? {
    let data = try? Command.output(of: command, isQuiet: true)
    return data.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
  }
}
