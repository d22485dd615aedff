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

extension Share: LosslessStringConvertible {
  /// Parses `0.8`, `80%` or `4/5` exactly; `nil` for any other text, and outside 0 to 1.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let part = Int(parts[0]), let whole = Int(parts[1]) else { return nil }
      self.init(checked: part, of: whole)
    } else {
      let isPercentage = text.hasSuffix("%")
      self.init(decimal: isPercentage ? text.dropLast() : text[...], of: isPercentage ? 100 : 1)
    }
  }

  /// The share as `4/5`.
  public var description: String { "\(part)/\(whole)" }

  /// The share in per cent, without the sign, as `80` or `85.5`.
  package var percentText: String {
    let percent = 100 * Double(part) / Double(whole)
    return percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
  }

  private init?(decimal text: Substring, of unit: Int) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.count == 2 ? parts[1] : ""
    guard 1...2 ~= parts.count, digits.count <= 12, parts.count == 1 || !digits.isEmpty,
      let part = UInt(parts.joined()), part < 1 << 52
    else { return nil }
    var whole = unit
    for _ in digits { whole *= 10 }
    self.init(checked: Int(part), of: whole)
  }

  /// Creates a share in lowest terms, so that `0.8` and `4/5` are equal.
  private init?(checked part: Int, of whole: Int) {
    guard whole > 0, 0...whole ~= part else { return nil }
    var (divisor, rest) = (whole, part)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    self.init(part / divisor, of: whole / divisor)
  }
}
