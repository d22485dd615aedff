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
