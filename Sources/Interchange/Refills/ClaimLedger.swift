import AdherenceAnalytics
import Scheduling

/// The claim lines that were read, of which reversals and duplicates are settled in the end.
struct ClaimLedger {
  var fills = FillTable()
  private(set) var counts = ClaimCounts()
  private let duplicates: DuplicateRows?
  private var reversals: [ClaimReversal] = []
  /// The digests of all rows so far, where duplicates are dropped.
  private var seen: Set<UInt64> = []
  /// The lines of fills that repeat an earlier row in every field, by their places.
  private var repeats: [Int: Int] = [:]
  /// The lines of reversals that are dropped as duplicates.
  private var repeatedReversals: [Int] = []
  private var rejected: Set<Int32> = []
  private var questions: [String] = []

  /// So many unknown words are listed.
  private static let questionLimit = 10

  init(_ duplicates: DuplicateRows?) { self.duplicates = duplicates }

  /// Notes that a row of a patient was rejected.
  mutating func noteRejection(of patient: Int32?) {
    if let patient { rejected.insert(patient) }
  }

  /// Counts a claim for which nothing was dispensed.
  mutating func ignore() { counts.notFills += 1 }

  /// Notes a word of the status that is unknown; an empty field is an error.
  mutating func question(
    _ word: String, in table: ForeignTable, _ place: Int?
  ) throws(InputError) {
    if word.isEmpty { throw table.missing(place) }
    if questions.count < ClaimLedger.questionLimit, !questions.contains(word) {
      questions.append(word)
    }
  }

  /// Adds a fill.
  mutating func add(_ row: FillRow, _ record: CSVRecord) {
    var row = row
    let (digest, isRepeat) = note(record)
    row.digest = UInt32(truncatingIfNeeded: digest)
    if isRepeat { repeats[fills.rows.count] = record.line }
    fills.rows.append(row)
  }

  /// Adds a reversal.
  mutating func reverse(
    _ row: FillRow, _ record: CSVRecord, _ reason: (column: String, text: String)
  ) {
    let (digest, isRepeat) = note(record)
    reversals.append(
      ClaimReversal(
        row: row, digest: digest, isRepeat: isRepeat, line: record.line, column: reason.column,
        text: reason.text))
  }

  private mutating func note(_ record: CSVRecord) -> (digest: UInt64, isRepeat: Bool) {
    if duplicates == .keep { return (0, false) }
    let digest = record.digest
    return (digest, !seen.insert(digest).inserted)
  }
}

// What is settled when all rows were read.
extension ClaimLedger {
  /// Refuses words of the status that are unknown.
  func requireKnownWords(in column: String?, of source: String) throws(InputError) {
    guard let column, !questions.isEmpty else { return }
    let words = questions.map { String($0.prefix(40)) }
    let rule = InputError.Rule(
      "unknownStatus",
      "has unknown words: \(words.map { "'\($0)'" }.joined(separator: ", ")) (say whether each is a fill, a "
        + "reversal or to ignore, as in --status-words '\(words[0])=fill')")
    throw InputError(.against(rule, text: ""), field: column, source: source)
  }

  /// Cancels the fills that are reversed and drops duplicates; returns the fills that are left.
  mutating func settle(_ findings: inout RefillScan.Findings, source: String) -> FillTable {
    var removed = Set<Int>()
    for error in cancel(&removed) { findings.reject(error.at(source: source)) }
    for line in dropDuplicates(&removed) where duplicates == nil {
      findings.problems.append(
        InputError(.against(.repeatedRow, text: ""), line: line, source: source))
    }
    if !removed.isEmpty {
      fills.rows = fills.rows.indices.filter { !removed.contains($0) }.map { fills.rows[$0] }
    }
    fills.rejectedPatients = rejected
    return fills
  }

  /// Matches reversals with fills; returns the errors of those that match none.
  private mutating func cancel(_ removed: inout Set<Int>) -> [InputError] {
    guard !reversals.isEmpty else { return [] }
    let groups = Dictionary(grouping: reversals) { ClaimKey($0.row) }
    var candidates: [ClaimKey: [Int]] = [:]
    for (place, row) in fills.rows.enumerated() where groups[ClaimKey(row)] != nil {
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
    }
    for reversal in unmatched { rejected.insert(reversal.row.patient) }
    return unmatched.sorted { $0.line < $1.line }.map(\.error)
  }

  /// Drops the fills that repeat a fill which is still there; returns the lines that were dropped.
  private mutating func dropDuplicates(_ removed: inout Set<Int>) -> [Int] {
    guard !repeats.isEmpty || !repeatedReversals.isEmpty else { return [] }
    let repeated = Set(repeats.keys.map { RowIdentity(fills.rows[$0]) })
    var (kept, lines) = (Set<RowIdentity>(), repeatedReversals)
    for (place, row) in fills.rows.enumerated() where repeated.contains(RowIdentity(row)) {
      if removed.contains(place) || kept.insert(RowIdentity(row)).inserted { continue }
      guard let line = repeats[place] else { continue }
      removed.insert(place)
      counts.duplicates += 1
      lines.append(line)
    }
    return lines.sorted()
  }
}

extension InputError.Rule {
  fileprivate static let repeatedRow = InputError.Rule(
    "repeatedRow",
    "repeats an earlier row in every field (it is dropped; --duplicates drop confirms that, --duplicates keep counts "
      + "each)")
}
