/// Prefix sums of the days that count towards a gap, and of the amounts due on them.
///
/// Days with planned occurrences count if they can be evaluated. Free days between two of them also
/// belong to the plan, so that a gap has the same length in a weekly plan as in a daily one; except
/// those of a planned pause and those touched by a hold. For a quota, the active days of its
/// periods count, and each period without an event is due once.
struct GapTable {
  /// The number of days that count before each offset.
  private var days: [Int32] = [0]
  /// The number of occurrences due on evaluable days, and of empty quota periods, before each
  /// offset.
  private var due: [Int32] = [0]
  /// The values of ``due`` if nothing had been done, with all quota periods.
  private var asked: [Int32] = []
  /// Whether there are days without planned occurrences between the first and the last planned day.
  private(set) var hasFreeDays = false

  /// The content of a range of days.
  struct Gap: Hashable {
    /// The days that count.
    var days: Int
    /// The occurrences due on evaluable ones, and the empty quota periods that end on them.
    var due: Int
  }

  /// Counts the days of a course.
  ///
  /// Safe: a task lists no more than some million occurrences, on no more days than the calendar has.
  ///
  /// - Parameters:
  ///   - all: The days.
  ///   - holds: The offsets of the days touched by holds, which may be out of range.
  ///   - quotas: The quotas of the days.
  /// - Complexity: O(*n*) for *n* days, plus the days of each hold.
  mutating func take(
    _ all: [DoseDays.Day], holds: [Range<Int>], _ quotas: QuotaTally = QuotaTally()
  ) {
    days.takeSums(of: all) { $0.evaluable }
    due.takeSums(of: all) { $0.evaluable &* $0.expected }
    let planned = all.reduce(0) { $0 &+ Int($1.planned) }
    let first = all.firstIndex(where: \.isPlanned) ?? 0
    let last = all.lastIndex(where: \.isPlanned) ?? -1
    hasFreeDays = last - first >= planned
    asked.removeAll(keepingCapacity: true)
    if hasFreeDays {
      let places = all.indices.filter { all[$0].isPlanned }
      days.takeSums(of: GapTable.counting(all, places, holds)) { $0 ? 1 : 0 }
    }
    if !quotas.isEmpty { add(quotas, all) }
  }

  /// Adds the days and periods of quotas to those of occurrences.
  private mutating func add(_ quotas: QuotaTally, _ all: [DoseDays.Day]) {
    hasFreeDays = true
    let counts: [(day: Int32, due: Int32)] = all.indices.map { offset in
      let own = all[offset].isJudged(by: quotas.days[offset]) ? Int32(1) : 0
      return (
        max(days[offset + 1] - days[offset], own),
        due[offset + 1] - due[offset] + quotas.misses[offset]
      )
    }
    asked.takeSums(of: all.indices.map { due[$0 + 1] - due[$0] + quotas.asks[$0] }) { $0 }
    days.takeSums(of: counts) { $0.day }
    due.takeSums(of: counts) { $0.due }
  }

  /// Returns the content of a range of offsets.
  func gap(in offsets: Range<Int>) -> Gap {
    let range = offsets.clamped(to: 0..<days.count - 1)
    return Gap(
      days: Int(days[range.upperBound] - days[range.lowerBound]),
      due: Int(due[range.upperBound] - due[range.lowerBound]))
  }

  /// Returns the content between two offsets (exclusive).
  func gap(after start: Int, before end: Int) -> Gap { gap(in: start + 1..<max(start + 1, end)) }

  /// Returns the content between two offsets (exclusive) if nothing had been done.
  func emptyGap(after start: Int, before end: Int) -> Gap {
    var gap = gap(after: start, before: end)
    if !asked.isEmpty {
      let range = (start + 1..<max(start + 1, end)).clamped(to: 0..<asked.count - 1)
      gap.due = Int(asked[range.upperBound] - asked[range.lowerBound])
    }
    return gap
  }

  /// Returns which days count, including free ones.
  private static func counting(
    _ all: [DoseDays.Day], _ planned: [Int], _ holds: [Range<Int>]
  ) -> [Bool] {
    var counts = all.map(\.isEvaluable)
    for place in planned.indices.dropFirst() where !isPause(before: place, planned) {
      for free in planned[place - 1] + 1..<planned[place] { counts[free] = true }
    }
    for hold in holds {
      for offset in hold.clamped(to: counts.indices) where !all[offset].isPlanned {
        counts[offset] = false
      }
    }
    return counts
  }

  /// Returns whether there is a planned pause before a planned day: longer than two weeks, and more
  /// than twice the distance between planned days before and after it.
  private static func isPause(before place: Int, _ planned: [Int]) -> Bool {
    let distance = planned[place] - planned[place - 1]
    guard distance > 14 else { return false }
    let neighbours = [
      place > 1 ? planned[place - 1] - planned[place - 2] : nil,
      place + 1 < planned.count ? planned[place + 1] - planned[place] : nil,
    ].compactMap(\.self)
    return neighbours.max().map { distance > 2 * $0 } ?? false
  }
}

extension MeasureParameters {
  /// Returns whether a gap without events is a discontinuation: at least ``gapDays`` days, and two
  /// due occurrences.
  func isDiscontinuation(_ gap: GapTable.Gap) -> Bool {
    gap.days >= gapDays && gap.due >= min(2, gapDays)
  }
}
