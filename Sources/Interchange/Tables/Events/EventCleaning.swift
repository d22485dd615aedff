import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling

/// The detection of duplicate events, similar ids and implausible dates.
///
/// Decisions are counted: an assumption if the default interpretation was used, a problem if the
/// data suggest another interpretation that no rule confirms.
struct EventCleaning {
  let rules: EventRules
  /// The assumptions, one sentence each.
  private(set) var assumptions: [String] = []
  /// The problems where data contradict a decision.
  private(set) var problems: [InputError] = []

  /// The default gap of a quarter of an hour, in seconds.
  static let usualGap = 900

  /// Compares rows without digests by their fields.
  private let areSame: ((Int, Int) -> Bool)?

  init(_ rules: EventRules, _ areSame: ((Int, Int) -> Bool)? = nil) {
    (self.rules, self.areSame) = (rules, areSame)
  }
}

// Ids.
extension EventCleaning {
  /// Merges similar ids, or reports them.
  ///
  /// - Returns: The number of the resulting patient for each number.
  mutating func foldIDs(_ names: [String]) -> [Int32] {
    var numbers = names.indices.map(Int32.init)
    if rules.foldsIDs == false { return numbers }
    let groups = EventCleaning.alike(names)
    if rules.foldsIDs == true {
      for (first, group) in groups { for number in group { numbers[number] = Int32(first) } }
    }
    report(groups, names)
    return numbers
  }

  /// Returns the indices of similar names, keyed by the first index of each group.
  private static func alike(_ names: [String]) -> [Int: [Int]] {
    var known: [String: Int] = [:]
    var groups: [Int: [Int]] = [:]
    for (number, name) in names.enumerated() {
      let key = folded(name)
      let first = known[key] ?? number
      known[key] = first
      if first != number { groups[first, default: [first]].append(number) }
    }
    return groups
  }

  /// Returns a warning about similar ids in claims that count as different patients.
  static func similarIDs(_ names: [String], of source: String) -> [InputError] {
    similar(names, .similarClaimIDs, of: source)
  }

  /// Returns a warning about similar drugs in claims that count as different drugs.
  static func similarDrugs(_ names: [String], of source: String) -> [InputError] {
    similar(names, .similarDrugs, of: source)
  }

  private static func similar(
    _ names: [String], _ rule: InputError.Rule, of source: String
  ) -> [InputError] {
    let groups = alike(names)
    if groups.isEmpty { return [] }
    return [InputError(.against(rule, text: examples(groups, names)), source: source)]
  }

  /// Returns the first groups of similar ids and the number of groups.
  private static func examples(_ groups: [Int: [Int]], _ names: [String]) -> String {
    let examples = groups.sorted { $0.key < $1.key }.prefix(3).map { group in
      group.value.prefix(3).map { names[$0] }.joined(separator: " and ")
    }
    return "\(examples.joined(separator: ", ")) (\(groups.count) in all)"
  }

  private mutating func report(_ groups: [Int: [Int]], _ names: [String]) {
    guard !groups.isEmpty else { return }
    if rules.foldsIDs == true {
      return assumptions.append(
        "\(groups.count.counting("patient")) with several spellings of the id, which are merged (--fold-ids)."
      )
    }
    let text = EventCleaning.examples(groups, names)
    problems.append(InputError(.against(.similarIDs, text: text)))
  }

  /// Returns an id without case, spaces, leading zeros of its numbers, and marks between a letter and
  /// a digit.
  static func folded(_ id: String) -> String {
    var result = ""
    var isInNumber = false
    let id = id.utf8.allSatisfy { $0 < 128 } ? id : id.precomposedStringWithCompatibilityMapping
    // Programs that parse ids as numbers write 1 as 1.0.
    let isNumber = id.hasSuffix(".0") && id.dropLast(2).allSatisfy(\.isNumber)
    var rest = (isNumber ? String(id.dropLast(2)) : id).lowercased()[...]
    var before: Character = " "
    while let character = rest.popFirst() {
      defer { before = character }
      if character.isWhitespace { continue }
      if "-_.".contains(character) {
        if before.isLetter, rest.first?.isNumber == true { continue }
        // The zeros of a fraction have a value.
        isInNumber = character == "." && before.isNumber
        result.append("-")
      } else if character != "0" || isInNumber || rest.first == "." {
        isInNumber = character.isNumber
        result.append(character)
      }
    }
    return result.isEmpty ? "0" : result
  }
}

// Rows of one patient.
extension EventCleaning {
  /// The counts of findings over all patients.
  struct Counts {
    var duplicates = 0
    var dayDuplicates = 0
    var joined = 0
    var contradicted = 0
  }

  /// Drops duplicate rows and merges events of one task that are close in time.
  ///
  /// - Complexity: O(*k* log *k*) for *k* rows.
  func clean(_ rows: [EventRow], _ counts: inout Counts) -> [EventRow] {
    var isDropped = Set<Int>()
    var amounts: [Int: Double] = [:]
    var last: Int?
    for index in EventCleaning.order(rows) {
      guard let kept = last, rows[kept].task == rows[index].task else {
        last = index
        continue
      }
      if contradicts(rows[kept], rows[index]) { counts.contradicted += 1 }
      if isSame(rows[kept], rows[index]), drops(rows[index], &counts) {
        isDropped.insert(index)
      } else if joins(rows[kept], rows[index]) {
        counts.joined += 1
        isDropped.insert(index)
        if rows[kept].marks.contains(.number), rows[index].marks.contains(.number) {
          amounts[kept, default: rows[kept].amount] += rows[index].amount
        }
      } else if rows[index].isDone {
        last = index
      }
    }
    if isDropped.isEmpty { return rows }
    var rows = rows
    for (index, amount) in amounts { rows[index].amount = amount }
    return rows.indices.filter { !isDropped.contains($0) }.map { rows[$0] }
  }

  /// Counts a duplicate row and returns whether it is dropped.
  private func drops(_ row: EventRow, _ counts: inout Counts) -> Bool {
    if row.isDateOnly { counts.dayDuplicates += 1 } else { counts.duplicates += 1 }
    return row.isDateOnly ? rules.keepsDuplicates == false : rules.keepsDuplicates != true
  }

  /// Returns the indices ordered by task and time; the rows of most tables already have that order.
  private static func order(_ rows: [EventRow]) -> [Int] {
    func precedes(_ one: EventRow, _ other: EventRow) -> Bool {
      (one.task, one.time, one.line) < (other.task, other.time, other.line)
    }
    if zip(rows, rows.dropFirst()).allSatisfy({ !precedes($1, $0) }) { return Array(rows.indices) }
    return rows.indices.sorted { precedes(rows[$0], rows[$1]) }
  }

  /// Returns whether two rows are equal in all fields; for the doses of a daily count, which have
  /// no digest, whether they come from two rows.
  private func isSame(_ one: EventRow, _ other: EventRow) -> Bool {
    guard one.isLike(other), one.line != other.line else { return false }
    if one.digest == 0, one.isDateOnly { return true }
    return one.digest != 0 || areSame?(Int(one.line), Int(other.line)) == true
  }

  /// Returns whether two rows of one dose state that it was taken and that it was not.
  private func contradicts(_ one: EventRow, _ other: EventRow) -> Bool {
    let isOfOneDose =
      one.planned == OutcomeTable.Row.none ? one.time == other.time : one.planned == other.planned
    return isOfOneDose && !one.isDateOnly && one.isDone != other.isDone
  }

  /// Returns whether two events of a task are close enough to be merged.
  private func joins(_ first: EventRow, _ second: EventRow) -> Bool {
    let gap = Int64(rules.minGap ?? EventCleaning.usualGap)
    return first.isDone && second.isDone && !first.isDateOnly && !second.isDateOnly
      && second.time - first.time < gap && first.planned == second.planned
      && (first.units, first.kind) == (second.units, second.kind)
  }

  /// Reports similar task ids.
  mutating func report(tasks: [String]) {
    let groups = EventCleaning.alike(tasks)
    if groups.isEmpty { return }
    let text = EventCleaning.examples(groups, tasks)
    problems.append(InputError(.against(.similarTasks, text: text)))
  }

  /// Reports days with a single row although the plan has several doses per day.
  mutating func report(ofRows doses: Int) {
    guard doses > 1 else { return }
    problems.append(InputError(.against(.fewRows(doses), text: "")))
  }

  /// Reports days without a column on which the plan has doses.
  mutating func report(missingDays: Int) {
    guard missingDays > 0 else { return }
    problems.append(InputError(.against(.missingDays(missingDays), text: "")))
  }

  /// Reports hours that may lack AM and PM, because the plan has doses twelve hours later.
  mutating func report(_ hours: Set<Int>, planned: Set<Int>) {
    guard let hour = planned.filter({ $0 > 12 && hours.contains($0 - 12) }).min() else { return }
    problems.append(InputError(.against(.noTimesAfterNoon(hour), text: "")))
  }

  /// Reports dropped and merged rows.
  ///
  /// - Throws: `InputError` if equal rows of a day without a time may be several doses.
  mutating func report(_ counts: Counts) throws(InputError) {
    if counts.dayDuplicates > 0, rules.keepsDuplicates == nil {
      throw InputError(
        .undecided(
          "\(counts.dayDuplicates.counting("row", "repeats", "repeat")) a day without a time: further doses"
            + " of that day (--duplicates keep) or duplicates (--duplicates drop)?"))
    }
    let dropped = counts.duplicates + counts.dayDuplicates
    if rules.keepsDuplicates == false, dropped > 0 {
      assumptions.append(
        "\(dropped.counting("row")) equal to another in all fields dropped (--duplicates).")
    } else if rules.keepsDuplicates == nil, counts.duplicates > 0 {
      problems.append(InputError(.against(.duplicateRows(counts.duplicates), text: "")))
    }
    if counts.contradicted > 0 {
      problems.append(InputError(.against(.contradictedRows(counts.contradicted), text: "")))
    }
    if counts.joined > 0 {
      assumptions.append(
        "\(counts.joined.counting("event")) less than \((rules.minGap ?? EventCleaning.usualGap) / 60) minutes after"
          + " another of the task merged with it, adding the amounts (--min-gap).")
    }
  }
}

extension EventRow {
  /// Returns whether two events are equal in all parsed fields.
  fileprivate func isLike(_ other: EventRow) -> Bool {
    time == other.time && digest == other.digest && marks == other.marks && amount == other.amount
      && planned == other.planned && file == other.file
      && (units, kind) == (other.units, other.kind)
  }
}
