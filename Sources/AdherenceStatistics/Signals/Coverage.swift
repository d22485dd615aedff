/// For how much of the time doses still worked.
///
/// A dose works for a duration from its event on; stretches that overlap count once. Holds are
/// taken out of both the covered time and the whole.
///
/// Reference: J. Urquhart, PharmacoEconomics 15 (1999) 217–228, on drugs that forgive a missed
/// dose.
package struct Coverage: Hashable, Sendable {
  /// The covered time divided by the whole.
  package var share: Double
  /// The seconds of the longest stretch without cover; a hold ends one.
  var longestUncovered: Int64

  /// Measures the cover of a stretch of time.
  ///
  /// - Parameters:
  ///   - range: The time from the first dose due to the end of the last, in seconds.
  ///   - events: The events that count, in seconds, ascending.
  ///   - duration: The seconds that a dose works, at least 0.
  ///   - holds: The stretches without a plan, apart from each other and in order.
  /// - Returns: The cover; missing where holds leave nothing of the time.
  /// - Complexity: O(*n* + *h*) for *n* events and *h* holds.
  package static func measure(
    of range: Range<Int64>, events: [Int64], duration: Int64, holds: [Range<Int64>] = []
  ) -> Estimate<Coverage> {
    precondition(duration >= 0, "a dose that works for \(duration) s")
    var gaps = CoverageGaps(holds)
    var covered = range.lowerBound
    for event in events {
      // A dose that works for no time interrupts nothing.
      if event >= range.upperBound || duration == 0 { break }
      if event > covered { gaps.add(covered..<event) }
      covered = max(covered, event + duration)
    }
    if covered < range.upperBound { gaps.add(covered..<range.upperBound) }
    var whole = CoverageGaps(holds)
    whole.add(range)
    guard whole.total > 0 else { return .missing(.noTime) }
    let share = Double(whole.total - gaps.total) / Double(whole.total)
    return .value(Coverage(share: share, longestUncovered: gaps.longest))
  }
}
