import Diagnostics

/// A linear conversion of amounts from one unit to another: a factor and an offset.
///
///     let glucose = UnitConversion("glucose: mmol/L = 18.0156 mg/dL")!
///     var query = AdherenceQuery(monday..<monday.adding(days: 7))
///     query.conversions.add(glucose)
///     print(query.conversions.amount(of: 5, from: "mmol/L", to: "mg/dL", kind: "glucose")!)  // 90.078
public struct UnitConversion: Hashable, Sendable, Codable {
  /// The source unit and the target unit.
  public let from, to: String
  /// The factor from the source to the target unit.
  public let factor: Double
  /// The offset added after multiplication.
  public let offset: Double
  /// The kind of values that it applies to, such as `glucose`; `nil` for any.
  public let kind: String?

  /// Creates a conversion, which applies in both directions.
  ///
  /// - Precondition: The factor and the offset are finite, and the factor is not 0.
  public init(
    from: String, to: String, factor: Double, offset: Double = 0, kind: String? = nil
  ) {
    precondition(
      factor.isFinite && factor != 0, "the factor must be finite and not 0, not \(factor)")
    precondition(offset.isFinite, "the offset must be finite, not \(offset)")
    (self.from, self.to, self.factor) = (from, to, factor)
    (self.offset, self.kind) = (offset, kind)
  }

  /// Converts an amount to the target unit.
  func callAsFunction(_ amount: Double) -> Double { amount * factor + offset }

  /// Converts an amount from the target unit.
  func inverted(_ amount: Double) -> Double { (amount - offset) / factor }
}

extension UnitConversion: LosslessStringConvertible {
  /// Parses `mmol/L = 18.0156 mg/dL`, or with a kind `glucose: mmol/L = 18.0156 mg/dL`; `nil` for any other
  /// text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(\.trimmed)
    let kind = parts.count == 2 ? parts[0] : nil
    let sides = (parts.last ?? "").split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, kind != "" else { return nil }
    let (from, other) = (sides[0].trimmed, sides[1].trimmed.split(separator: " ", maxSplits: 1))
    guard other.count == 2, let factor = Double(other[0]), factor.isFinite, factor != 0,
      !from.isEmpty
    else { return nil }
    self.init(from: from, to: other[1].trimmed, factor: factor, kind: kind)
  }

  /// The text, which is parsed to an equal value if the offset is 0.
  public var description: String {
    let offset = offset == 0 ? "" : " + \(self.offset)"
    return (kind.map { "\($0): " } ?? "") + "\(from) = \(factor) \(to)\(offset)"
  }
}
