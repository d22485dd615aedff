/// A share as two integers, so that a comparison with it is exact.
///
///     let adherent = Share(4, of: 5)  // 80 %
///     print(record.summary(AdherenceQuery(monday..<monday.adding(days: 3))).total.reaches(adherent))
///     // false
public struct Share: Hashable, Sendable, Codable {
  /// The part.
  public let part: Int
  /// The whole.
  public let whole: Int

  /// Creates a share.
  ///
  /// - Precondition: The whole is more than 0.
  public init(_ part: Int, of whole: Int) {
    precondition(whole > 0, "a share is of something, not of \(whole)")
    self.part = part
    self.whole = whole
  }

  /// Says whether a count reaches this share of another, however large they are.
  public func isReached(by count: Int, of total: Int) -> Bool {
    let ours = count.multipliedFullWidth(by: whole)
    let theirs = total.multipliedFullWidth(by: part)
    return (ours.high, ours.low) >= (theirs.high, theirs.low)
  }
}
