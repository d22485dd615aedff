import Foundation
import Testing

/// The numbers about patients that a cohort report writes, by subject.
struct WrittenNumbers {
  /// The patients that a number is about, and the quantity it counts.
  struct Cell: Hashable {
    /// The group; empty for the whole cohort, ``none`` for patients of no group.
    var group: String
    /// The task; empty for all together.
    var task: String
    var name: String
  }

  static let none = "(none)"
  /// Counts of patients.
  private(set) var counts: [Cell: Int] = [:]
  /// Sums of occurrences, by period or week.
  private(set) var sums: [Cell: Int] = [:]
  /// Comparisons of two groups, and the numbers that each of them requires.
  private(set) var comparisons: [(one: String, other: String, task: String, names: Set<String>)] =
    []
  /// The counts of patients that a denominator or a weight discloses.
  private(set) var givenCounts: Set<Cell> = []
  /// The parts with a trimmed mean, which gives the sum of those left out beside the mean.
  private(set) var trimmed: Set<Cell> = []
  /// The names of the whole cohort's numbers in `report.json`.
  private(set) var result: Set<String> = []

  /// Reads `cohort.csv`, `cohort.json`, `report.json` and the table of the terminal.
  init(_ files: [String: Data], text: String) throws {
    let table = try #require(files["cohort.csv"])
    try read(table: String(decoding: table, as: UTF8.self))
    read(text: text)
    let json = try WrittenNumbers.object(files["cohort.json"])
    for (task, value) in try #require(json["tasks"] as? [String: Any]) {
      let parts = try #require(value as? [String: Any])
      read(part: parts["all"], Cell(group: "", task: task, name: ""))
      for (group, part) in parts["groups"] as? [String: Any] ?? [:] {
        read(part: part, Cell(group: group, task: task, name: ""))
      }
      for pair in parts["comparisons"] as? [[String: Any]] ?? [] {
        let groups = try #require(pair["groups"] as? [String])
        let names = pair.filter { !($0.value is NSNull) && $0.key != "missing" }.keys
        comparisons.append((groups[0], groups[1], task, Set(names)))
      }
      let test = parts["logRank"] as? [String: Any]
      for row in test?["groups"] as? [[String: Any]] ?? [] {
        let cell = Cell(group: row["group"] as? String ?? "", task: task, name: "persistence")
        counts[cell] = row["patients"] as? Int
      }
    }
    let summary = try WrittenNumbers.object(files["report.json"])
    let result = summary["result"] as? [String: Any] ?? [:]
    self.result = Set(result.keys)
    add(
      Cell(group: "", task: "", name: "whole"), result["patients"] as? Int,
      result["patientsWithoutRatio"] as? Int)
    if let due = result["due"] as? Int { sums[Cell(group: "", task: "", name: "whole")] = due }
  }

  private static func object(_ bytes: Data?) throws -> [String: Any] {
    let bytes = try #require(bytes)
    return try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  private mutating func read(table: String) throws {
    let lines = table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    for line in lines.dropFirst() {
      let row = Dictionary(uniqueKeysWithValues: zip(lines[0], line))
      let period = row["period"] == "all" ? "whole" : try #require(row["period"])
      func name(_ column: String) -> String {
        row[column].flatMap { $0 == "(all)" ? nil : $0 } ?? ""
      }
      let cell = Cell(group: name("group"), task: name("task"), name: period)
      add(cell, Int(row["patients"] ?? ""), Int(row["patientsWithoutRatio"] ?? ""))
      if let due = Int(row["due"] ?? "") { sums[cell] = due }
      give("evaluable", cell, row.filter { !$0.value.isEmpty }.keys)
      add(
        cell, reaching: Int(row["adherentPatients"] ?? ""),
        share: Double(row["adherentShare"] ?? ""))
    }
  }

  private mutating func read(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: /[ ]{2,}/).map(String.init)
      guard words.count == 10, words[0] != "group" else { continue }
      let cell = Cell(
        group: words[0] == "(all)" ? "" : words[0], task: words[1] == "(all)" ? "" : words[1],
        name: "whole")
      add(cell, Int(words[2]), Int(words[3]))
      if let due = Int(words[4]) { sums[cell] = due }
    }
  }

  /// Adds the patients of a row, and those with a ratio.
  private mutating func add(_ cell: Cell, _ patients: Int?, _ withoutRatio: Int?) {
    know("patients", cell, patients)
    if let patients, let withoutRatio { know("evaluable", cell, patients - withoutRatio) }
  }

  /// Adds those who reach the threshold; their share gives those with a ratio.
  private mutating func add(_ cell: Cell, reaching: Int?, share: Double?) {
    know("reaching", cell, reaching)
    guard let share, share > 0, share < 1 else { return }
    if let reaching { return know("evaluable", cell, Int((Double(reaching) / share).rounded())) }
    for whole in 1...500 where abs((share * Double(whole)).rounded() / Double(whole) - share) < 1e-6
    {
      know("evaluable", cell, whole)
      return know("reaching", cell, Int((share * Double(whole)).rounded()))
    }
  }

  /// Notes the count that means, quantiles and sums of a task that is due once give.
  private mutating func give(_ name: String, _ cell: Cell, _ written: some Sequence<String>) {
    let names: Set = [
      "due", "done", "pooledRatio", "meanRatio", "median", "q10", "q25", "q75",
      "q90", "sd", "se", "skew", "trimmedMean10",
    ]
    guard !names.isDisjoint(with: written) else { return }
    givenCounts.insert(cell.of(cell.group, "\(name) \(cell.name)"))
  }

  private mutating func know(_ name: String, _ cell: Cell, _ count: Int?) {
    guard let count else { return }
    counts[Cell(group: cell.group, task: cell.task, name: "\(name) \(cell.name)")] = count
  }

  /// Reads shares of the phases of treatment, each of which gives the number of patients behind it.
  private mutating func read(phases: Any?, _ cell: Cell) {
    let phases = phases as? [String: Any] ?? [:]
    let initiated = phases["initiated"] as? [String: Any] ?? [:]
    let implementation = phases["implementation"] as? [String: Any] ?? [:]
    let persistent = phases["persistent"] as? [String: Any] ?? [:]
    func know(_ name: String, _ count: Any?) {
      if let count = count as? Int { counts[cell.of(cell.group, name)] = count }
    }
    know("patients whole", initiated["patients"])
    know("initiated", implementation["patients"])
    if initiated["share"] is Double {
      givenCounts.formUnion(["patients whole", "initiated"].map { cell.of(cell.group, $0) })
    }
    if implementation["mean"] is Double { givenCounts.insert(cell.of(cell.group, "initiated")) }
    if persistent["share"] is Double, let day = persistent["day"] as? Int {
      givenCounts.insert(cell.of(cell.group, "persistence after \(day)"))
    }
  }

  private mutating func read(part: Any?, _ cell: Cell) {
    guard let part = part as? [String: Any] else { return }
    let whole = Cell(group: cell.group, task: cell.task, name: "whole")
    let summary = part["summary"] as? [String: Any] ?? [:]
    know("patients", whole, summary["patients"] as? Int)
    know("evaluable", whole, summary["evaluable"] as? Int)
    add(
      whole, reaching: summary["adherentPatients"] as? Int,
      share: summary["adherentShare"] as? Double)
    give("evaluable", whole, summary.filter { $0.value is Double }.keys)
    if summary["trimmedMean10"] is Double {
      trimmed.insert(whole.of(cell.group, "evaluable whole"))
    }
    if let due = summary["due"] as? Int { sums[whole] = due }
    func put(_ name: String, _ count: Any?) {
      counts[Cell(group: cell.group, task: cell.task, name: name)] = count as? Int
    }
    for name in ["initiated", "followed", "discontinued"] { put(name, part[name]) }
    read(phases: part["phases"], Cell(group: cell.group, task: cell.task, name: ""))
    for name in ["initiation", "persistence"] {
      let curve = part[name] as? [String: Any] ?? [:]
      let patients = curve["patients"] as? Int
      put(name, patients)
      for case let point as [String: Any] in curve["at"] as? [Any] ?? [] {
        put("\(name) at \(point["t"] ?? "")", point["atRisk"])
        let share = point["S"] as? Double
        if let share, let patients {
          put("\(name) after \(point["t"] ?? "")", Int((share * Double(patients)).rounded()))
        }
      }
    }
    for case let week as [String: Any] in part["relativeWeeks"] as? [Any] ?? [] {
      put("week \(week["week"] ?? "")", week["patients"])
      let number = Cell(group: cell.group, task: cell.task, name: "\(week["week"] ?? "")")
      give("week", number, week.filter { $0.value is Double }.keys)
      if let due = week["due"] as? Int {
        sums[Cell(group: cell.group, task: cell.task, name: "week \(week["week"] ?? "")")] = due
      }
    }
    for case let day as [String: Any] in part["proportionOfPatientsCovered"] as? [Any] ?? [] {
      put("observed \(day["day"] ?? "")", day["observed"])
      put("covered \(day["day"] ?? "")", day["covered"])
    }
  }
}
