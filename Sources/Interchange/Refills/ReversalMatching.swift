import Scheduling

/// A row that takes back a fill.
struct ClaimReversal {
  var row: FillRow
  var digest: UInt64
  /// Whether an earlier row has the same fields.
  var isRepeat: Bool
  var line: Int
  /// The column and the text that make it a reversal.
  var column: String
  var text: String
  /// What to do where no fill is near.
  var kind = Kind.certain

  /// How surely a reversal is one of an earlier fill.
  enum Kind: Hashable {
    /// Its amount is negative, or the caller says so.
    case certain
    /// A word says so, which may also be of a row that was taken back itself.
    case open
    /// Unless a fill is near, the row was taken back itself.
    case void
  }

  /// Whether this is at most 14 days after a fill, and within the first half of its supply.
  ///
  /// Fills that are not collected go back to stock within 14 days; the next fill is due in the second half.
  func isNear(_ fill: FillRow) -> Bool {
    let gap = Double(row.day - fill.day)
    return gap <= 14 && gap * 2 < fill.days
  }

  /// The error where no fill matches.
  var error: InputError {
    InputError(.against(.unmatchedReversal, text: text), field: column, line: line)
  }
}

/// What a reversal and the fill that it cancels have in common.
struct ClaimKey: Hashable {
  private let patient, drug, drugClass: Int32
  private let days, dose: UInt64

  init(_ row: FillRow) {
    (patient, drug, drugClass) = (row.patient, row.drug, row.drugClass)
    days = row.days.bitPattern
    dose = row.dose.isNaN ? 0 : row.dose.bitPattern
  }
}

/// A row with the checksum of its fields, by which repeated rows are found.
struct RowIdentity: Hashable {
  private let key: ClaimKey
  private let day: Int32
  private let digest: UInt32

  init(_ row: FillRow) { (key, day, digest) = (ClaimKey(row), row.day, row.digest) }
}

/// Matches the reversals of one key with fills: each cancels the nearest fill on its day or before.
///
/// A row that is void by its word alone cancels a fill that is near, and is no fill itself where none is.
///
/// A reversal that repeats an earlier one cancels the repetition of the fill which that one cancelled; where there
/// is none, it is dropped as a duplicate itself.
struct ReversalMatching {
  /// The places of the fills that are cancelled.
  private(set) var cancelled: [Int] = []
  /// The lines of reversals that are dropped as duplicates.
  private(set) var repeated: [Int] = []
  private(set) var unmatched: [ClaimReversal] = []
  /// The number of rows that were taken back themselves.
  private(set) var voids = 0
  /// The reversals of fills that are not near, with the days since those.
  private(set) var far: [(reversal: ClaimReversal, gap: Int)] = []
  /// The number of reversals that are open by themselves, and whose fill is near.
  private(set) var near = 0
  private let rows: [FillRow]
  /// The fills in order of date, repeated rows side by side.
  private let candidates: [Int]
  private var next = 0
  /// The fills on or before the reversal's day that are not cancelled, the nearest last.
  private var open: [Int] = []
  /// The checksums of the fills that reversals cancelled, by the reversals' own.
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
    // Repeated rows side by side, as the candidates are.
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
  /// A reversal whose fill is not near, where those of other reversals are.
  static func farReversal(_ gap: Int) -> InputError.Rule {
    InputError.Rule(
      "farReversal",
      "cancels a fill of \(gap.counting("day")) before, as none is nearer (delete the row if it is the fill that was "
        + "taken back, or see --status-words)", keepsRecord: true)
  }

  fileprivate static let unmatchedReversal = InputError.Rule(
    "unmatchedReversal",
    "reverses no fill of the patient with the same drug, class, days and quantity on its day or before (correct it, or "
      + "delete the row)")
}
