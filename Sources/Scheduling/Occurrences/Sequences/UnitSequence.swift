import Synchronization

/// The members of a rule with units below a day whose times shift from day to day, or with too many times to
/// list: they are counted.
///
/// The members of each year are counted once, when a query reaches the year; a member is then found by the
/// counts of its days.
struct UnitSequence {
  let days: UnitDays
  private let years: CountedYears
  /// The number of members before the anchor.
  private let skipped: Int64

  /// The maximum number of times of a period, or of a day, that are listed: the minutes of a week.
  static let mostListed = 10_080

  /// A local time after every member and every query.
  static let none = Int64.max / 4

  /// Creates the sequence of members at or after an anchor.
  init(_ days: UnitDays, from anchor: CivilDateTime, last: Int, count: Int) {
    self.days = days
    let base = anchor.date.year
    skipped = days.count(ofYear: base, beforeLocal: anchor.localSeconds)
    let most = Int64(min(count, Int(Occurrence.ordinalMask)))
    years = CountedYears(days, base, last: days.isEmpty ? base - 1 : last, most: skipped + most)
  }

  /// Returns the local time of a member; `none` if it does not exist.
  func nominal(_ ordinal: Int64) -> Int64 { local(at: position(of: ordinal)) }

  /// Returns the local time at a position; `none` for `nil`.
  func local(at position: Position?) -> Int64 {
    guard let position else { return UnitSequence.none }
    return Int64(position.day) * 86_400 + position.unit + days.phase.offsets[position.offset]
  }

  func rank(_ local: Int64) -> Int64 {
    let isBeyond = local > CivilDateTime.last.localSeconds
    let year = isBeyond ? 10_000 : CivilDateTime(clamping: local).date.year
    let before = years.count(before: year)
    guard years.has(year) else { return max(0, before - skipped) }
    return max(0, before + days.count(ofYear: year, beforeLocal: local) - skipped)
  }

  /// The position of a member.
  struct Position {
    var year: Int
    var day: Int
    /// The second of the day at which its unit begins, and the index of its offset within the unit.
    var unit: Int64
    var offset: Int
  }

  /// Returns the position of a member; `nil` if it is after the end of the calendar.
  func position(of ordinal: Int64) -> Position? {
    guard let (year, others) = years.year(after: ordinal + skipped) else { return nil }
    let (day, position) = days.day(ofYear: year, after: others)
    let (unit, offset) = position.quotientAndRemainder(dividingBy: Int64(days.phase.offsets.count))
    let first = days.phase.first(onDay: day)
    return Position(
      year: year, day: day, unit: days.phase.unit(unit, from: first), offset: Int(offset))
  }

  /// Returns the next position; `nil` after the end of the calendar.
  func position(after position: Position) -> Position? {
    var next = position
    next.offset += 1
    if next.offset < days.phase.offsets.count { return next }
    next.offset = 0
    next.unit = days.phase.unit(from: position.unit + days.phase.step)
    if next.unit < 86_400 { return next }
    next.day += 1
    while true {
      if let day = days.day(from: next.day, of: next.year) {
        (next.day, next.unit) = (day, days.phase.unit(from: days.phase.first(onDay: day)))
        return next
      }
      next.year += 1
      countSteps(1)
      guard years.has(next.year) else { return nil }
      next.day = YearKind.begin(ofYear: next.year)
    }
  }
}

/// The number of members before each year, computed on demand.
private final class CountedYears: Sendable {
  private let days: UnitDays
  private let base: Int
  private let last: Int
  private let most: Int64
  /// The number of members before each year from `base` on, as far as counted.
  private let before = Mutex<[Int64]>([0])

  init(_ days: UnitDays, _ base: Int, last: Int, most: Int64) {
    (self.days, self.base, self.last, self.most) = (days, base, min(last, 9999), most)
  }

  /// Returns whether a year may have relevant members.
  func has(_ year: Int) -> Bool { base <= year && year <= last }

  /// Returns the number of members before a year, up to the last relevant year.
  func count(before year: Int) -> Int64 {
    guard year > base else { return 0 }
    return before.withLock { before in
      while before.count <= year - base, countNext(&before) {}
      return before[min(year - base, before.count - 1)]
    }
  }

  /// Returns the year of the member at an index, and the index of the member within that year.
  func year(after others: Int64) -> (year: Int, others: Int64)? {
    before.withLock { before in
      while before[before.count - 1] <= others, countNext(&before) {}
      guard others < before[before.count - 1] else { return nil }
      let position = before.partitionPoint { $0 <= others } - 1
      return (base + position, others - before[position])
    }
  }

  /// Counts one more year; returns `false` if later years are irrelevant.
  private func countNext(_ before: inout [Int64]) -> Bool {
    let (year, sum) = (base + before.count - 1, before[before.count - 1])
    guard year <= last, sum < most else { return false }
    countSteps(1)
    before.append(sum + days.count(ofYear: year))
    return true
  }
}

/// A cursor over a `UnitSequence`.
struct UnitCursor: MemberCursor {
  private let sequence: UnitSequence
  private(set) var ordinal: Int64
  /// The position of the member; `nil` after the last.
  private var position: UnitSequence.Position?
  private(set) var local: Int64

  init(_ sequence: UnitSequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    position = sequence.position(of: ordinal)
    local = sequence.local(at: position)
  }

  mutating func move(to ordinal: Int64) {
    // In a seam, the cursor moves one member at a time.
    position =
      if ordinal == self.ordinal + 1, let position { sequence.position(after: position) } else {
        sequence.position(of: ordinal)
      }
    self.ordinal = ordinal
    local = sequence.local(at: position)
  }

  mutating func append<Row: OccurrenceRow>(_ members: MemberRange, to rows: inout OutputSpan<Row>) {
    while ordinal < members.last, !rows.isFull, local < members.end {
      rows.append(Row(start: local - members.shift, packed: members.packed | UInt64(ordinal)))
      move(to: ordinal + 1)
    }
  }
}
