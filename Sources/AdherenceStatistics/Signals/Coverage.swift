/// For how much of the time doses still worked.
///
/// A dose works from its event to the end of its effect; stretches that overlap count once. Holds are
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
  ///   - doses: From when to when each dose works, in seconds, in order of their begins.
  ///   - holds: The stretches without a plan, apart from each other and in order.
  /// - Returns: The cover; missing where holds leave nothing of the time.
  /// - Complexity: O(*n* + *h*) for *n* doses and *h* holds.
  package static func measure(
    of range: Range<Int64>, doses: [Range<Int64>], holds: [Range<Int64>] = []
  ) -> Estimate<Coverage> {
    var gaps = CoverageGaps(holds)
    var covered = range.lowerBound
    // A dose that works for no time interrupts nothing.
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
