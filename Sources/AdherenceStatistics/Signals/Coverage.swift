/// The time covered by the effect of doses.
///
/// A dose is effective from its event to the end of its effect; overlaps count once. Holds are
/// excluded from both the covered and the total time.
///
/// Reference: J. Urquhart, PharmacoEconomics 15 (1999) 217–228, on drugs that forgive a missed
/// dose.
package struct Coverage: Hashable, Sendable {
  /// The covered share of the time.
  package var share: Double
  /// The seconds of the longest uncovered period; a hold ends it.
  var longestUncovered: Int64

  /// Computes the coverage of a period.
  ///
  /// - Parameters:
  ///   - range: The time from the first dose due to the end of the last, in seconds.
  ///   - doses: The period of effect of each dose, in seconds, sorted by start.
  ///   - holds: The holds, disjoint and in order.
  /// - Returns: The coverage; missing if holds cover the whole period.
  /// - Complexity: O(*n* + *h*) for *n* doses and *h* holds.
  package static func measure(
    of range: Range<Int64>, doses: [Range<Int64>], holds: [Range<Int64>] = []
  ) -> Estimate<Coverage> {
    var gaps = CoverageGaps(holds)
    var covered = range.lowerBound
    // A dose without an effect interrupts nothing.
    for dose in doses where !dose.isEmpty {
      if dose.lowerBound >= range.upperBound { break }
      if dose.lowerBound > covered { gaps.add(covered..<dose.lowerBound) }
      covered = max(covered, dose.upperBound)
    }
    if covered < range.upperBound { gaps.add(covered..<range.upperBound) }
    var whole = CoverageGaps(holds)
    whole.add(range)
    guard whole.total > 0 else { return .missing(.noTime) }
    let share = Double(whole.total - gaps.total) / Double(whole.total)
    return .value(Coverage(share: share, longestUncovered: gaps.longest))
  }
}

/// Accumulates periods of time, excluding holds.
struct CoverageGaps {
  /// The total in seconds.
  private(set) var total: Int64 = 0
  /// The longest uninterrupted period in seconds.
  private(set) var longest: Int64 = 0
  private let holds: [Range<Int64>]
  private var hold = 0

  /// - Parameter holds: The holds, disjoint and in order.
  init(_ holds: [Range<Int64>]) { self.holds = holds }

  /// Adds a period, which must start no earlier than the previous one ended.
  mutating func add(_ range: Range<Int64>) {
    while hold < holds.count, holds[hold].upperBound <= range.lowerBound { hold += 1 }
    var begin = range.lowerBound
    for hold in holds[hold...] {
      if hold.lowerBound >= range.upperBound { break }
      addPiece(from: begin, to: hold.lowerBound)
      begin = hold.upperBound
    }
    addPiece(from: begin, to: range.upperBound)
  }

  private mutating func addPiece(from begin: Int64, to end: Int64) {
    guard end > begin else { return }
    total += end - begin
    longest = max(longest, end - begin)
  }
}
