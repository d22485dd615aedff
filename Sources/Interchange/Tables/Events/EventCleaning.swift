import AdherenceAnalytics
import Scheduling

/// Finds rows that are the same event, ids that may be one patient, and dates that cannot be meant.
///
/// What is decided is counted: an assumption where the usual reading was taken, a problem where the data
/// speak for another reading and no rule confirms it.
struct EventCleaning {
  let rules: EventRules
  /// What was decided, in sentences.
  private(set) var assumptions: [String] = []
  /// What the data contradict.
  private(set) var problems: [InputError] = []

  /// A quarter of an hour, in seconds.
  static let usualGap = 900

  /// Compares rows by their lines, where they have no digests.
  private let areSame: ((Int, Int) -> Bool)?

  init(_ rules: EventRules, _ areSame: ((Int, Int) -> Bool)? = nil) {
    (self.rules, self.areSame) = (rules, areSame)
  }
}

// Ids.
extension EventCleaning {
  /// Joins the ids that are alike, or tells of them.
  ///
  /// - Returns: The number of the patient that each number becomes.
  mutating func foldIDs(_ names: [String]) -> [Int32] {
    var numbers = names.indices.map(Int32.init)
    if rules.foldsIDs == false { return numbers }
    let groups = EventCleaning.alike(names)
    if rules.foldsIDs == true {
      for (first, group) in groups { for number in group { numbers[number] = Int32(first) } }
    }
    tell(groups, names)
    return numbers
  }

  /// The places of names that are alike, by the first place of each group.
  private static func alike(_ names: [String]) -> [Int: [Int]] {
    var known: [String: Int] = [:]
    var groups: [Int: [Int]] = [:]
    for (number, name) in names.enumerated() {
      let first = known[folded(name)] ?? number
      known[folded(name)] = first
      if first != number { groups[first, default: [first]].append(number) }
    }
    return groups
  }

  /// Tells of ids of claims that are alike and count as different patients.
  static func similarIDs(_ names: [String], of source: String) -> [InputError] {
    let groups = alike(names)
    if groups.isEmpty { return [] }
    let text = examples(groups, names)
    return [InputError(.against(.similarClaimIDs, text: text), source: source)]
  }

  /// The first groups of ids that are alike, and their number.
  private static func examples(_ groups: [Int: [Int]], _ names: [String]) -> String {
    let examples = groups.sorted { $0.key < $1.key }.prefix(3).map { group in
      group.value.prefix(3).map { names[$0] }.joined(separator: " and ")
    }
    return "\(examples.joined(separator: ", ")) (\(groups.count) in all)"
  }

  private mutating func tell(_ groups: [Int: [Int]], _ names: [String]) {
    guard !groups.isEmpty else { return }
    if rules.foldsIDs == true {
      return assumptions.append(
        "\(groups.count.counting("patient")) with several spellings of the id, which are joined (--fold-ids)."
      )
    }
    let text = EventCleaning.examples(groups, names)
    problems.append(InputError(.against(.similarIDs, text: text)))
  }

  /// An id without capitals, spaces, and zeros in front of its numbers.
  static func folded(_ id: String) -> String {
    var result = ""
    var isInNumber = false
    // Programs that read ids as numbers write 1 as 1.0.
    let isNumber = id.hasSuffix(".0") && id.dropLast(2).allSatisfy(\.isNumber)
    for character in (isNumber ? String(id.dropLast(2)) : id).lowercased()
    where !character.isWhitespace && character != "\u{A0}" {
      if character == "0", !isInNumber { continue }
      isInNumber = character.isNumber
      result.append(character)
    }
    return result.isEmpty ? "0" : result
  }
}

// Rows of one patient.
extension EventCleaning {
  /// What was found in the rows of all patients.
  struct Counts {
    var duplicates = 0
    var dayDuplicates = 0
    var joined = 0
    var contradicted = 0
  }

  /// Drops rows that are the same, and joins events of one task that are close to each other.
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

  /// Counts a row that is the same as another, and says whether it is dropped.
  private func drops(_ row: EventRow, _ counts: inout Counts) -> Bool {
    if row.isDateOnly { counts.dayDuplicates += 1 } else { counts.duplicates += 1 }
    return row.isDateOnly ? rules.keepsDuplicates == false : rules.keepsDuplicates != true
  }

  /// The indices by task and time; most tables have their rows in that order.
  private static func order(_ rows: [EventRow]) -> [Int] {
    func precedes(_ one: EventRow, _ other: EventRow) -> Bool {
      (one.task, one.time, one.line) < (other.task, other.time, other.line)
    }
    if zip(rows, rows.dropFirst()).allSatisfy({ !precedes($1, $0) }) { return Array(rows.indices) }
    return rows.indices.sorted { precedes(rows[$0], rows[$1]) }
  }

  /// Whether two rows are the same in all fields; of the doses of a day, which have no digest, whether they are of
  /// two rows.
  private func isSame(_ one: EventRow, _ other: EventRow) -> Bool {
    guard one.isLike(other), one.line != other.line else { return false }
    if one.digest == 0, one.isDateOnly { return true }
    return one.digest != 0 || areSame?(Int(one.line), Int(other.line)) == true
  }

  /// Whether one of two rows of a time says that a dose was taken, and the other that it was not.
  private func contradicts(_ one: EventRow, _ other: EventRow) -> Bool {
    let isOfOneDose =
      one.planned == OutcomeTable.Row.none ? one.time == other.time : one.planned == other.planned
    return isOfOneDose && !one.isDateOnly && one.isDone != other.isDone
  }

  /// Whether an event is so soon after another of its task that they are one.
  private func joins(_ first: EventRow, _ second: EventRow) -> Bool {
    let gap = Int64(rules.minGap ?? EventCleaning.usualGap)
    return first.isDone && second.isDone && !first.isDateOnly && !second.isDateOnly
      && second.time - first.time < gap && first.planned == second.planned
      && (first.units, first.kind) == (second.units, second.kind)
  }

  /// Tells of tasks that may be one.
  mutating func tell(tasks: [String]) {
    let groups = EventCleaning.alike(tasks)
    if groups.isEmpty { return }
    let text = EventCleaning.examples(groups, tasks)
    problems.append(InputError(.against(.similarTasks, text: text)))
  }

  /// Tells of days with one row where the plan asks for several doses.
  mutating func tell(ofRows doses: Int) {
    guard doses > 1 else { return }
    problems.append(InputError(.against(.fewRows(doses), text: "")))
  }

  /// Tells of rows that were dropped or joined.
  ///
  /// - Throws: `InputError` where rows of a day without a time are the same, which can be several doses.
  mutating func tell(_ counts: Counts) throws(InputError) {
    if counts.dayDuplicates > 0, rules.keepsDuplicates == nil {
      throw InputError(
        .undecided(
          "\(counts.dayDuplicates.counting("row")) with a day again and without a time: more doses of"
            + " that day (--duplicates keep) or written twice (--duplicates drop)?"))
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
          + " another of the task counted with it as one, the amounts added (--min-gap).")
    }
  }
}

extension EventRow {
  /// Whether two events are alike in all that was read of them.
  fileprivate func isLike(_ other: EventRow) -> Bool {
    time == other.time && digest == other.digest && marks == other.marks && amount == other.amount
      && planned == other.planned && file == other.file
      && (units, kind) == (other.units, other.kind)
  }
}

extension InputError.Rule {
  static let similarIDs = Self(
    "similarIDs",
    "ids differ in capitals, spaces or leading zeros alone and count as different patients"
      + " (--fold-ids joins them, --no-fold-ids confirms that they differ)", keepsRecord: true)
  static let similarClaimIDs = Self(
    "similarClaimIDs",
    "ids differ in capitals, spaces or leading zeros alone and count as different patients"
      + " (write them alike where they are one patient)", keepsRecord: true)
  static func duplicateRows(_ count: Int) -> Self {
    Self(
      "duplicateRows",
      "\(count.counting("row")) equal to another in all fields dropped (--duplicates drop confirms it,"
        + " --duplicates keep counts them)", keepsRecord: true)
  }
  static let similarTasks = Self(
    "similarTasks",
    "tasks differ in capitals, spaces or leading zeros alone and are planned each (write them alike)",
    keepsRecord: true)
  static func fewRows(_ count: Int) -> Self {
    Self(
      "fewRows",
      "days have one row without a time at most, and the plan asks for \(count) doses a day (--layout counts reads their"
        + " number, --schedule \"every day\" counts days)", keepsRecord: true)
  }
  static func contradictedRows(_ count: Int) -> Self {
    Self(
      "contradictedRows",
      "\(count.counting("row")) say of a dose at the time of another that it was not taken, or the other way"
        + " round; the dose counts as taken (keep one row of each)", keepsRecord: true)
  }
  static let emptyStatus = Self(
    "emptyStatus",
    "is empty, which says nothing of the dose (--status-words '=missed' or --status-words '=done' gives it a"
      + " meaning)")
  static func emptyCells(_ count: Int) -> Self {
    Self(
      "emptyCells",
      "has \(count.counting("empty cell")) beside others that say that a dose was not taken, and counts no dose there"
        + " (fill them; --status-words '=missed' or --status-words '=done' gives them a meaning)",
      keepsRecord: true)
  }
  static func edgeCells(_ count: Int) -> Self {
    Self(
      "edgeCells",
      "\(count.counting("empty cell")) before the first content of a row or after the last, on days that may not have"
        + " been observed (--status-words '=missed' counts them as doses not taken, '=ignored' as not observed)",
      keepsRecord: true)
  }
  static func missingTimes(_ count: Int) -> Self {
    Self(
      "missingTimes",
      "has \(count.counting("date")) without a time of day beside others with one, which count as midnight"
        + " (complete them)", keepsRecord: true)
  }
  static func unpairedQuotes(_ count: Int) -> Self {
    Self(
      "unpairedQuotes",
      "has \(count.counting("row")) whose quotes do not pair, split at the delimiters (pair the quotes)",
      keepsRecord: true)
  }
  static func unplannedTimes(_ count: Int) -> Self {
    Self(
      "unplannedTimes",
      "has \(count.counting("planned time")) that the schedule does not have, so that the events were matched"
        + " by time alone (check --schedule)", keepsRecord: true)
  }
}
