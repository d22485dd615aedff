/// A rational share, which can be compared exactly.
///
///     let adherent = Share(4, of: 5)  // 80 %
///     print(record.summary(AdherenceQuery(monday..<monday.adding(days: 3))).total.reaches(adherent))
///     // false
public struct Share: Hashable, Sendable, Codable {
  /// The numerator.
  public let part: Int
  /// The denominator.
  public let whole: Int

  /// Creates a share.
  ///
  /// - Precondition: The denominator is positive.
  public init(_ part: Int, of whole: Int) {
    precondition(whole > 0, "the denominator must be positive, not \(whole)")
    self.part = part
    self.whole = whole
  }

  /// Returns whether a count reaches this share of another, without overflow.
  public func isReached(by count: Int, of total: Int) -> Bool {
    let ours = count.multipliedFullWidth(by: whole)
    let theirs = total.multipliedFullWidth(by: part)
    return (ours.high, ours.low) >= (theirs.high, theirs.low)
  }
}
