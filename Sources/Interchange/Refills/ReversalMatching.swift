import Diagnostics
import Scheduling

/// A row that reverses a fill.
struct ClaimReversal {
  var row: FillRow
  var digest: UInt64
  /// Whether an earlier row has the same fields.
  var isRepeat: Bool
  var line: Int
  /// The column and text that make it a reversal.
  var column: String
  var text: String
  /// The handling if no fill is near.
  var kind = Kind.certain

  /// The certainty that a reversal refers to an earlier fill.
  enum Kind: Hashable {
    /// Certain: its amount is negative, or the caller stated it.
    case certain
    /// Ambiguous: the word may also mean that the row itself was reversed.
    case open
    /// The row itself was reversed unless a fill is near.
    case void
  }

  /// Returns whether the reversal is at most 14 days after a fill, and within the first half of its
  /// supply.
  ///
  /// Fills that are not collected return to stock within 14 days; the next fill is due in the
  /// second half.
  func isNear(_ fill: FillRow) -> Bool {
    let gap = Double(row.day - fill.day)
    return gap <= 14 && gap * 2 < fill.days
  }

  /// The error of a reversal without a matching fill.
  var error: InputError {
    InputError(.against(.unmatchedReversal, text: text), field: column, line: line)
  }
}

/// The fields that a reversal and its fill have in common.
struct ClaimKey: Hashable {
  private let patient, drug, drugClass: Int32
  private let days, dose: UInt64

  init(_ row: FillRow) {
    (patient, drug, drugClass) = (row.patient, row.drug, row.drugClass)
    days = row.days.bitPattern
    dose = row.dose.isNaN ? 0 : row.dose.bitPattern
  }
}

/// A row with the checksum of its fields, which identifies duplicates.
struct RowIdentity: Hashable {
  private let key: ClaimKey
  private let day: Int32
  private let digest: UInt32

  init(_ row: FillRow) { (key, day, digest) = (ClaimKey(row), row.day, row.digest) }
}

/// The matching of the reversals of one key with fills: each cancels the nearest fill on or before
/// its day.
///
/// A row that is void by its word only cancels a near fill, and is itself not a fill if none is
/// near.
///
/// A reversal that repeats an earlier one cancels the duplicate of the fill which that one
/// cancelled; if there is none, it is dropped as a duplicate itself.
struct ReversalMatching {
  /// The indices of cancelled fills.
  private(set) var cancelled: [Int] = []
  /// The line numbers of reversals dropped as duplicates.
  private(set) var repeated: [Int] = []
  private(set) var unmatched: [ClaimReversal] = []
  /// The number of rows that were themselves reversed.
  private(set) var voids = 0
  /// The reversals of fills that are not near, with the number of days between.
  private(set) var far: [(reversal: ClaimReversal, gap: Int)] = []
  /// The number of ambiguous reversals whose fill is near.
  private(set) var near = 0
  private let rows: [FillRow]
  /// The fills in order of date, duplicates adjacent.
  private let candidates: [Int]
  private var next = 0
  /// The uncancelled fills on or before the reversal's day, the nearest last.
  private var open: [Int] = []
  /// The checksums of cancelled fills by those of their reversals.
  private var digests: [UInt64: UInt32] = [:]

  init(_ rows: [FillRow], _ places: [Int]) {
    self.rows = rows
    candidates = places.sorted { a, b in
      (rows[a].day, rows[a].digest, a) < (rows[b].day, rows[b].digest, b)
    }
  }

  /// Matches reversals.
  ///
  /// - Complexity: O(*n* log *n*) for *n* fills and reversals.
  mutating func match(_ reversals: [ClaimReversal]) {
    // Duplicates adjacent, like the candidates.
    let sorted = reversals.sorted { a, b in
      (a.row.day, a.digest, a.line) < (b.row.day, b.digest, b.line)
    }
    for reversal in sorted {
      while next < candidates.count, rows[candidates[next]].day <= reversal.row.day {
        open.append(candidates[next])
        next += 1
      }
      match(reversal)
    }
  }

  private mutating func match(_ reversal: ClaimReversal) {
    let isNear = open.last.map { reversal.isNear(rows[$0]) } ?? false
    if reversal.kind == .void, !isNear { return voids += 1 }
    if reversal.isRepeat, open.last.map({ rows[$0].digest }) != digests[reversal.digest] {
      return repeated.append(reversal.line)
    }
    guard let place = open.popLast() else { return unmatched.append(reversal) }
    if reversal.kind == .open {
      if isNear {
        near += 1
      } else {
        far.append((reversal, Int(reversal.row.day - rows[place].day)))
      }
    }
    cancelled.append(place)
    digests[reversal.digest] = rows[place].digest
  }
}

extension InputError.Rule {
  /// A reversal whose fill is not near, although those of other reversals are.
  static func farReversal(_ gap: Int) -> InputError.Rule {
    InputError.Rule(
      "farReversal",
      "cancels a fill of \(gap.counting("day")) before, as none is nearer (delete the row if it was itself "
        + "reversed, or see --status-words)", keepsRecord: true)
  }

  fileprivate static let unmatchedReversal = InputError.Rule(
    "unmatchedReversal",
    "reverses no fill of the patient with the same drug, class, days and quantity on its day or before (correct it, or "
      + "delete the row)")
}
