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
    for character in id.lowercased() where !character.isWhitespace && character != "\u{A0}" {
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
  }

  /// Drops rows that are the same, and joins events of one task that are close to each other.
  ///
  /// - Complexity: O(*k* log *k*) for *k* rows.
  func clean(_ rows: ArraySlice<EventRow>, _ counts: inout Counts, into result: inout [EventRow]) {
    let order = EventCleaning.order(rows)
    var isDropped = Set<Int>()
    var amounts: [Int: Double] = [:]
    var last: Int?
    for index in order {
      guard let kept = last, rows[kept].task == rows[index].task else {
        last = index
        continue
      }
      if isSame(rows[kept], rows[index]) {
        if rows[index].isDateOnly { counts.dayDuplicates += 1 } else { counts.duplicates += 1 }
        if rules.keepsDuplicates != true, !rows[index].isDateOnly || rules.keepsDuplicates == false
        {
          isDropped.insert(index)
          continue
        }
      }
      if joins(rows[kept], rows[index]) {
        counts.joined += 1
        isDropped.insert(index)
        if rows[kept].marks.contains(.number), rows[index].marks.contains(.number) {
          amounts[kept, default: rows[kept].amount] += rows[index].amount
        }
        continue
      }
      if rows[index].isDone { last = index }
    }
    for index in rows.indices where !isDropped.contains(index) {
      var row = rows[index]
      if let amount = amounts[index] { row.amount = amount }
      result.append(row)
    }
  }

  /// The indices by task and time; most tables have their rows in that order.
  private static func order(_ rows: ArraySlice<EventRow>) -> [Int] {
    func precedes(_ one: EventRow, _ other: EventRow) -> Bool {
      (one.task, one.time, one.line) < (other.task, other.time, other.line)
    }
    if zip(rows, rows.dropFirst()).allSatisfy({ !precedes($1, $0) }) { return Array(rows.indices) }
    return rows.indices.sorted { precedes(rows[$0], rows[$1]) }
  }

  /// Whether two rows are the same in all fields.
  private func isSame(_ one: EventRow, _ other: EventRow) -> Bool {
    guard one.isLike(other) else { return false }
    return one.digest != 0 || areSame?(Int(one.line), Int(other.line)) == true
  }

  /// Whether an event is so soon after another of its task that they are one.
  private func joins(_ first: EventRow, _ second: EventRow) -> Bool {
    let gap = Int64(rules.minGap ?? EventCleaning.usualGap)
    return first.isDone && second.isDone && !first.isDateOnly && !second.isDateOnly
      && second.time - first.time < gap && first.planned == second.planned
      && (first.units, first.kind) == (second.units, second.kind)
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
  static let emptyStatus = Self(
    "emptyStatus",
    "is empty, which says nothing of the dose (--status-words '=missed' or --status-words '=done' gives it a"
      + " meaning)")
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
