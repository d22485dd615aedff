import AdherenceAnalytics
import Diagnostics
import Scheduling

/// The parsed claim lines, before reversals and duplicates are resolved.
struct ClaimLedger {
  var fills = FillTable()
  var counts = ClaimCounts()
  let duplicates: DuplicateRows?
  /// The line numbers of the fills.
  private(set) var lines: [UInt32] = []
  private(set) var reversals: [ClaimReversal] = []
  /// The digests of all rows so far, if duplicates are dropped.
  private var seen: Set<UInt64> = []
  /// The indices of fills that repeat an earlier row in every field.
  private(set) var repeats: Set<Int> = []
  /// The line numbers of reversals dropped as duplicates.
  var repeatedReversals: [Int] = []
  /// The patients with a rejected row.
  private(set) var rejected: Set<Int32> = []
  private(set) var questions: [String] = []
  /// The ambiguous reversals that cancelled a fill which is not near.
  var farReversals: [(reversal: ClaimReversal, gap: Int)] = []
  /// Whether other ambiguous reversals cancelled a fill which is near.
  var hasNearReversals = false

  /// The maximum number of unknown words in an error.
  private static let questionLimit = 10

  init(_ duplicates: DuplicateRows?) { self.duplicates = duplicates }

  /// Records that a row of a patient was rejected.
  mutating func noteRejection(of patient: Int32?) {
    if let patient { rejected.insert(patient) }
  }

  /// Counts claims without dispensing.
  mutating func ignore(_ count: Int = 1) { counts.notFills += count }

  /// Records an unknown status word; throws for an empty field.
  mutating func question(
    _ word: String, in table: some EventTable, _ place: Int?
  ) throws(InputError) {
    if word.isEmpty { throw table.missing(place) }
    if questions.count < ClaimLedger.questionLimit, !questions.contains(word) {
      questions.append(word)
    }
  }

  /// Adds a fill.
  ///
  /// Safe: the lower half of a checksum is one.
  mutating func add(_ row: FillRow, line: Int, digest: @autoclosure () -> UInt64) {
    var row = row
    let (digest, isRepeat) = note(digest)
    row.digest = UInt32(truncatingIfNeeded: digest)
    if isRepeat { repeats.insert(fills.rows.count) }
    fills.rows.append(row)
    lines.append(UInt32(clamping: line))
  }

  /// Adds a reversal.
  mutating func reverse(
    _ row: FillRow, line: Int, digest: @autoclosure () -> UInt64, _ kind: ClaimReversal.Kind,
    _ reason: (column: String, text: String)
  ) {
    let (digest, isRepeat) = note(digest)
    reversals.append(
      ClaimReversal(
        row: row, digest: digest, isRepeat: isRepeat, line: line, column: reason.column,
        text: reason.text, kind: kind))
  }

  private mutating func note(_ digest: () -> UInt64) -> (digest: UInt64, isRepeat: Bool) {
    if duplicates == .keep { return (0, false) }
    let digest = digest()
    return (digest, !seen.insert(digest).inserted)
  }
}

// Decisions that need all rows.
extension ClaimLedger {
  /// Rejects unknown status words.
  func requireKnownWords(in column: String?, of source: String) throws(InputError) {
    guard let column, !questions.isEmpty else { return }
    let words = questions.map { String($0.prefix(40)) }
    let rule = InputError.Rule(
      "unknownStatus",
      "has unknown words: \(words.map { "'\($0)'" }.joined(separator: ", ")) (say whether each is a fill, a "
        + "reversal or to ignore, as in --status-words '\(words[0])=fill')")
    throw InputError(.against(rule, text: ""), field: column, source: source)
  }

  /// Rejects fills with far dates, cancels reversed fills and drops duplicates.
  ///
  /// - Parameters:
  ///   - date: The column of dates.
  ///   - source: The name of the table.
  ///   - findings: Receives errors and warnings.
  /// - Returns: The remaining fills.
  /// - Throws: `InputError` if the status words are ambiguous.
  mutating func settle(
    _ date: String?, of source: String, _ findings: inout RefillScan.Findings
  ) throws(InputError) -> FillTable {
    var removed = Set<Int>()
    for error in rejectOutlyingDates(date, &removed) + cancel(&removed) {
      findings.reject(error.at(source: source))
    }
    try requireNearReversals(of: source)
    for (reversal, gap) in farReversals {
      findings.warn(
        InputError(
          .against(.farReversal(gap), text: reversal.text), field: reversal.column,
          line: reversal.line, source: source))
    }
    for line in dropDuplicates(&removed) where duplicates == nil {
      findings.problems.append(
        InputError(.against(.repeatedRow, text: ""), line: line, source: source))
    }
    let alike = duplicates == nil ? fillsAlike(removed) : 0
    if alike > 0 {
      findings.problems.append(InputError(.against(.fillsAlike(alike), text: ""), source: source))
    }
    if !removed.isEmpty {
      fills.rows = fills.rows.indices.filter { !removed.contains($0) }.map { fills.rows[$0] }
    }
    fills.rejectedPatients = rejected
    return fills
  }

  /// Returns the number of remaining fills that equal another in patient, day, drug, strength, days
  /// and dose.
  ///
  /// Hashes of 64 bits need little memory, and those of different rows are hardly ever equal.
  private func fillsAlike(_ removed: Set<Int>) -> Int {
    var seen = Set<Int>(minimumCapacity: fills.rows.count)
    return fills.rows.indices.count { place in
      var row = fills.rows[place]
      row.digest = row.strength
      return !removed.contains(place) && !seen.insert(RowIdentity(row).hashValue).inserted
    }
  }

  /// Asks for the meaning of reversals if none of the ambiguous ones has a fill near it.
  private func requireNearReversals(of source: String) throws(InputError) {
    guard !hasNearReversals, let (reversal, gap) = farReversals.first else { return }
    let word = reversal.text
    let question =
      "Does '\(InputError.shortened(word))' in '\(reversal.column)' (line \(reversal.line)) reverse an earlier fill,"
      + " the nearest of which is \(gap.counting("day")) before, or was that row itself reversed?"
      + " --status-words \("\(word)=reversal".quoted) or --status-words \("\(word)=ignore".quoted) decides."
    throw InputError(.undecided(question), source: source)
  }

  private mutating func rejectOutlyingDates(_ column: String?, _ removed: inout Set<Int>)
    -> [InputError]
  {
    let far = OutlyingDates(fills.rows.lazy.map(\.day))
    guard !far.isEmpty else { return [] }
    var errors: [InputError] = []
    for (place, row) in fills.rows.enumerated() where far.contains(row.day) {
      removed.insert(place)
      noteRejection(of: row.patient)
      let date = CivilDate(dayNumber: Int(row.day))
      errors.append(
        InputError(.against(.farDate, text: "\(date)"), field: column, line: Int(lines[place])))
    }
    return errors
  }

  /// Matches reversals with fills and returns the errors of unmatched ones.
  private mutating func cancel(_ removed: inout Set<Int>) -> [InputError] {
    guard !reversals.isEmpty else { return [] }
    let groups = Dictionary(grouping: reversals) { ClaimKey($0.row) }
    var candidates: [ClaimKey: [Int]] = [:]
    for (place, row) in fills.rows.enumerated()
    where !removed.contains(place) && groups[ClaimKey(row)] != nil {
      candidates[ClaimKey(row), default: []].append(place)
    }
    var unmatched: [ClaimReversal] = []
    for (key, group) in groups {
      var matching = ReversalMatching(fills.rows, candidates[key] ?? [])
      matching.match(group)
      removed.formUnion(matching.cancelled)
      counts.reversals += matching.cancelled.count
      counts.duplicates += matching.repeated.count
      repeatedReversals += matching.repeated
      unmatched += matching.unmatched
      ignore(matching.voids)
      farReversals += matching.far
      hasNearReversals = hasNearReversals || matching.near > 0
    }
    farReversals.sort { $0.reversal.line < $1.reversal.line }
    for reversal in unmatched { noteRejection(of: reversal.row.patient) }
    return unmatched.sorted { $0.line < $1.line }.map(\.error)
  }

  /// Drops the fills that repeat a remaining fill and returns their lines.
  private mutating func dropDuplicates(_ removed: inout Set<Int>) -> [Int] {
    guard !repeats.isEmpty || !repeatedReversals.isEmpty else { return [] }
    let repeated = Set(repeats.map { RowIdentity(fills.rows[$0]) })
    var (kept, dropped) = (Set<RowIdentity>(), repeatedReversals)
    for (place, row) in fills.rows.enumerated() where repeated.contains(RowIdentity(row)) {
      if removed.contains(place) || kept.insert(RowIdentity(row)).inserted { continue }
      guard repeats.contains(place) else { continue }
      removed.insert(place)
      counts.duplicates += 1
      dropped.append(Int(lines[place]))
    }
    return dropped.sorted()
  }
}

extension InputError.Rule {
  fileprivate static func fillsAlike(_ count: Int) -> Self {
    Self(
      "fillsAlike",
      "\(count.counting("fill", "equals", "equal")) another of the patient in day, drug, days and dose, but not in all fields,"
        + " as further supply or a repeated claim (remove repeated claims; --duplicates keep confirms the others)",
      keepsRecord: true)
  }
  fileprivate static let repeatedRow = InputError.Rule(
    "repeatedRow",
    "repeats an earlier row in every field (it is dropped; --duplicates drop confirms that, --duplicates keep counts "
      + "each)")
}
