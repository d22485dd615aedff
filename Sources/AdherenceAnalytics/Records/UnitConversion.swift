/// How an amount of one unit becomes one of another: times a factor, and an offset added.
///
///     let glucose = UnitConversion("glucose: mmol/L = 18.0156 mg/dL")!
///     var query = AdherenceQuery(monday..<monday.adding(days: 7))
///     query.conversions.add(glucose)
///     print(query.conversions.amount(of: 5, from: "mmol/L", to: "mg/dL", kind: "glucose")!)  // 90.078
public struct UnitConversion: Hashable, Sendable, Codable {
  /// The unit that is converted, and the one that comes of it.
  public let from, to: String
  /// How many of the one are one of the other.
  public let factor: Double
  /// What is added then.
  public let offset: Double
  /// The kind of values that it is for, such as `glucose`; `nil` for any.
  public let kind: String?

  /// Creates a conversion, which serves both ways.
  ///
  /// - Precondition: The factor and the offset are finite, and the factor is not 0.
  public init(
    from: String, to: String, factor: Double, offset: Double = 0, kind: String? = nil
  ) {
    precondition(factor.isFinite && factor != 0, "a unit is not \(factor) of another")
    precondition(offset.isFinite, "a unit is not \(offset) beside another")
    (self.from, self.to, self.factor) = (from, to, factor)
    (self.offset, self.kind) = (offset, kind)
  }

  /// The amount of the other unit.
  func callAsFunction(_ amount: Double) -> Double { amount * factor + offset }

  /// The amount of the unit that comes to one of the other.
  func inverted(_ amount: Double) -> Double { (amount - offset) / factor }
}

extension UnitConversion: LosslessStringConvertible {
  /// Reads `mmol/L = 18.0156 mg/dL`, or the same behind a kind, as `glucose: mmol/L = 18.0156 mg/dL`; `nil` for
  /// any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(\.trimmed)
    let kind = parts.count == 2 ? String(parts[0]) : nil
    let sides = (parts.last ?? "").split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, kind != "" else { return nil }
    let (from, other) = (sides[0].trimmed, sides[1].trimmed.split(separator: " ", maxSplits: 1))
    guard other.count == 2, let factor = Double(other[0]), factor.isFinite, factor != 0,
      !from.isEmpty
    else { return nil }
    self.init(from: String(from), to: String(other[1].trimmed), factor: factor, kind: kind)
  }

  /// The text that reads back where nothing is added.
  public var description: String {
    let offset = offset == 0 ? "" : " + \(self.offset)"
    return (kind.map { "\($0): " } ?? "") + "\(from) = \(factor) \(to)\(offset)"
  }
}

extension Substring {
  /// The text without spaces around it.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
