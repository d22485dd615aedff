import TestSupport

/// Derives withheld numbers from those that a report writes, given the report without withholding.
struct WithholdingAttack {
  typealias Cell = WrittenNumbers.Cell

  let smallest: Int
  private let written: WrittenNumbers
  private let truth: WrittenNumbers
  private let groups: [String]
  /// The counts that are written or follow from others.
  private(set) var known: [Cell: Int]

  init(on written: WrittenNumbers, truth: WrittenNumbers, smallest: Int) {
    (self.written, self.truth, self.smallest) = (written, truth, smallest)
    groups = Set(truth.counts.keys.map(\.group)).subtracting([""]).sorted()
    known = written.counts
    while spread() {}
  }

  func isSmall(_ count: Int) -> Bool { 0 < count && count < smallest }

  /// The true count, also of the patients of no group.
  private func actual(_ cell: Cell) -> Int {
    guard cell.group == WrittenNumbers.none else { return truth.counts[cell] ?? 0 }
    return groups.reduce(actual(cell.of(""))) { $0 - actual(cell.of($1)) }
  }

  /// Subtracts the counts of groups from those of the whole cohort; answers whether any was new.
  private mutating func spread() -> Bool {
    var isNew = false
    for name in Set(truth.counts.keys.map { $0.of("") }) {
      let parts = ([WrittenNumbers.none] + groups).map { name.of($0) }
      let unknown = parts.filter { known[$0] == nil && actual($0) != 0 }
      let sum = parts.reduce(0) { $0 + (known[$1] ?? 0) }
      if let whole = known[name], unknown.count == 1 {
        known[unknown[0]] = whole - sum
        isNew = true
      } else if known[name] == nil, unknown.isEmpty, truth.counts[name] != nil {
        known[name] = sum
        isNew = true
      }
    }
    return isNew
  }

  /// Counts of few patients that are known, and known sets that others are part of and exceed by
  /// few.
  var smallCounts: [String] {
    var found = known.filter { isSmall($0.value) }.map { "\($0.key) is \($0.value)" }
    for (cell, count) in known {
      for whole in cell.wholes {
        guard let size = known[whole], isSmall(size - count) else { continue }
        found.append("\(cell) is \(count) of \(size) \(whole.name)")
      }
    }
    let nested = known.keys.filter(\.isNested)
    for (chain, cells) in Dictionary(grouping: nested, by: { $0.of($0.group, "") }) {
      let sizes = Set(cells.compactMap { known[$0] }).sorted()
      for (one, next) in zip(sizes, sizes.dropFirst()) where isSmall(next - one) {
        let names = cells.filter { known[$0] == one || known[$0] == next }.map(\.name).sorted()
        found.append(
          "\(chain.group) \(chain.task) has \(one) and \(next) of \(names.joined(separator: ", "))")
      }
    }
    return found.sorted()
  }

  /// Learns how many patients have something due from the determined sums of a task that is due
  /// once a period.
  mutating func learn(ofTaskDueOnceA task: String, over periods: [String]) {
    for cell in determined(over: periods) where cell.task == task && periods.contains(cell.name) {
      let name = cell.name.hasPrefix("week ") ? cell.name : "evaluable \(cell.name)"
      known[cell.of(cell.group, name)] = due(cell)
    }
    while spread() {}
  }

  /// Returns the sums about few patients that are determined by the sums of all rows.
  ///
  /// - Parameter periods: The names of the periods, or of weeks since the start.
  /// - Returns: Descriptions of the determined sums.
  func sums(over periods: [String]) -> [String] {
    determined(over: periods).filter { isSmall(patients($0)) }
      .map { "\($0) of \(patients($0)) patients" }.sorted()
  }

  /// The sums that those of all rows determine.
  private func determined(over periods: [String]) -> [Cell] {
    let tasks = Set(truth.sums.keys.map(\.task)).subtracting([""]).sorted()
    let hasTotals = truth.sums.keys.contains { $0.task.isEmpty && periods.contains($0.name) }
    var places: [Cell: Int] = [:]
    for group in [WrittenNumbers.none] + groups {
      for task in tasks {
        for period in periods {
          let cell = Cell(group: group, task: task, name: period)
          if due(cell) != 0 { places[cell] = places.count }
        }
      }
    }
    func terms(_ cell: Cell) -> [Int: Int] {
      let own = places.filter { part, _ in
        (cell.group.isEmpty || cell.group == part.group)
          && (cell.task.isEmpty || cell.task == part.task)
          && (cell.name == "whole" || cell.name == part.name)
      }
      return Dictionary(uniqueKeysWithValues: own.values.map { ($0, 1) })
    }
    let names = Set(periods + ["whole"])
    let cells = truth.sums.keys.filter {
      names.contains($0.name) && (hasTotals || !$0.task.isEmpty)
    }
    var equations = LinearEquations(unknowns: places.count)
    for cell in cells where written.sums[cell] != nil { equations.know(terms(cell)) }
    let targets = Set(cells + cells.map { $0.of(WrittenNumbers.none) })
    return targets.filter { due($0) != 0 && equations.determine(terms($0)) }
  }

  private func due(_ cell: Cell) -> Int {
    guard cell.group == WrittenNumbers.none else { return truth.sums[cell] ?? 0 }
    return groups.reduce(due(cell.of(""))) { $0 - due(cell.of($1)) }
  }

  /// How many patients a sum is about.
  private func patients(_ cell: Cell) -> Int {
    let name = cell.name.hasPrefix("week ") ? cell.name : "evaluable \(cell.name)"
    return actual(Cell(group: cell.group, task: cell.task, name: name))
  }

  /// Withheld numbers of patients that means give by their denominators, and quantiles by their
  /// weights.
  var givenCounts: [String] {
    written.givenCounts.filter { written.counts[$0] == nil && actual($0) > 0 }.map { "\($0)" }
      .sorted()
  }

  /// Trimmed means that give the sum of few patients.
  var trimmedMeans: [String] {
    written.trimmed.filter { 2 * (actual($0) / 10) < smallest }.map { "\($0)" }.sorted()
  }

  /// Comparisons that give a number of one of two groups which is withheld.
  var comparisons: [String] {
    written.comparisons.flatMap { pair in
      [pair.one, pair.other].flatMap { group -> [String] in
        let cell = Cell(group: group, task: pair.task, name: "")
        let isKnown = written.counts[cell.of(group, "evaluable whole")] != nil
        return pair.names.contains("mannWhitney") && !isKnown ? ["\(cell) mannWhitney"] : []
      }
    }
  }
}

extension WrittenNumbers.Cell {
  /// Returns the cell of another group.
  func of(_ group: String, _ name: String? = nil) -> Self {
    Self(group: group, task: task, name: name ?? self.name)
  }

  /// The sets that it is part of.
  fileprivate var wholes: [Self] {
    let words = name.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    let names: [String] =
      switch words[0] {
      case "evaluable": ["patients \(rest)"]
      case "reaching": ["evaluable \(rest)", "patients \(rest)"]
      case "followed": ["initiated", "patients whole"]
      case "discontinued": ["followed", "initiated", "patients whole"]
      case "covered": ["observed \(rest)"]
      default: ["patients whole"]
      }
    return names.map { of(group, $0) }
  }

  /// Whether it is one of sets of which each may be part of the next: those by time since the
  /// start.
  fileprivate var isNested: Bool {
    ["patients whole", "initiated", "followed", "initiation", "persistence"].contains(name)
      || ["week ", "observed ", "initiation ", "persistence ", "evaluable W", "patients W"]
        .contains { name.hasPrefix($0) }
  }
}
