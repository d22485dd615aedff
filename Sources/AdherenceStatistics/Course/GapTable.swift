/// What counts towards a gap without an event: days in the plan and outside holds, and what was due on
/// them.
///
/// Days on which something is planned count where they can be judged. The free days between two of them
/// belong to the plan too, so that a gap is as long in a weekly plan as in a daily one; but not those of a
/// planned pause, nor those that a hold touches. Of a quota the days of its periods count on which the plan
/// holds and does not rest, and each period in which nothing was done is due once.
struct GapTable {
  /// Up to each offset, not included: the days that count.
  private var days: [Int32] = [0]
  /// Up to each offset, not included: the occurrences due on days that can be judged, and the empty periods
  /// of quotas.
  private var due: [Int32] = [0]
  /// The same as ``due`` if nothing had been done: all periods of quotas count.
  private var asked: [Int32] = []
  /// Whether there are days between the first and the last planned one on which nothing is planned at a time.
  private(set) var hasFreeDays = false

  /// A stretch of days.
  struct Gap: Hashable {
    /// The days that count.
    var days: Int
    /// The occurrences due on those that can be judged, and the empty periods of quotas that end on them.
    var due: Int
  }

  /// Counts the days of a course.
  ///
  /// Safe: a task lists no more than some million occurrences, on no more days than the calendar has.
  ///
  /// - Parameters:
  ///   - all: The days.
  ///   - holds: The offsets of the days that holds touch, which may lie outside.
  ///   - quotas: What quotas come to on the days.
  /// - Complexity: O(*n*) for *n* days, those of holds counted again for each.
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

  /// Adds the days and the periods of quotas to those of occurrences.
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

  /// What counts in a range of offsets.
  func gap(in offsets: Range<Int>) -> Gap {
    let range = offsets.clamped(to: 0..<days.count - 1)
    return Gap(
      days: Int(days[range.upperBound] - days[range.lowerBound]),
      due: Int(due[range.upperBound] - due[range.lowerBound]))
  }

  /// What counts between two offsets, neither included.
  func gap(after start: Int, before end: Int) -> Gap { gap(in: start + 1..<max(start + 1, end)) }

  /// What would count between two offsets, neither included, if nothing had been done.
  func emptyGap(after start: Int, before end: Int) -> Gap {
    var gap = gap(after: start, before: end)
    if !asked.isEmpty {
      let range = (start + 1..<max(start + 1, end)).clamped(to: 0..<asked.count - 1)
      gap.due = Int(asked[range.upperBound] - asked[range.lowerBound])
    }
    return gap
  }

  /// Which days count, free ones among them.
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

  /// Whether what lies before a planned day is a planned pause: more than two weeks, and more than twice as
  /// long as the distances between the planned days before and after it.
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
  /// Whether a stretch of days without an event is the end of persistence: ``gapDays`` days or more, and
  /// two occurrences in a row.
  func isDiscontinuation(_ gap: GapTable.Gap) -> Bool {
    gap.days >= gapDays && gap.due >= min(2, gapDays)
  }
}
