package import Formats
import Interchange

/// A decimal in its written precision, so that 33.33 hours are exactly 119,988 seconds.
package struct DecimalNumber: Hashable, Sendable {
  /// The digits without the decimal point.
  private let digits: Int
  /// The number of digits after the decimal point.
  private let scale: Int
  /// Whether digits were truncated, so that it is not a multiple of anything.
  private let isCut: Bool

  /// Creates a whole number.
  package init(_ number: Int) { (digits, scale, isCut) = (number, 0, false) }

  /// Parses a JSON number; `nil` for other values, and beyond 10¹⁵.
  package init?(_ node: JSONNode) {
    guard node.kind == .number, let bytes = node.plainBytes else { return nil }
    if bytes.contains(where: { $0 | 32 == UInt8(ascii: "e") }) {
      guard let number = node.number, abs(number) <= 1e15 else { return nil }
      self.init(rounding: number)
    } else {
      self.init(plain: bytes)
    }
  }

  /// Creates a number that was written with an exponent, rounded.
  private init(rounding number: Double) {
    let scaled = (number * 1e3).rounded()
    let isExact = scaled == number * 1e3 && abs(scaled) < 1e15
    self.init(digits: Int(scaled), scale: 3, isCut: !isExact)
  }

  private init(digits: Int, scale: Int, isCut: Bool) {
    (self.digits, self.scale, self.isCut) = (digits, scale, isCut)
  }

  private init?(plain bytes: ArraySlice<UInt8>) {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let parts = bytes.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "."), maxSplits: 1)
    guard let whole = parts.first, whole.count <= 15 else { return nil }
    // Trailing zeros carry no information, and a Double holds no more than fifteen digits.
    let all = parts.dropFirst().first ?? []
    let fraction = all.prefix(all.lastIndex { $0 != 48 }.map { $0 + 1 - all.startIndex } ?? 0)
    let kept = fraction.prefix(15 - whole.count)
    let value = (whole + kept).reduce(0) { $0 * 10 + Int($1 - 48) }
    self.init(
      digits: isNegative ? -value : value, scale: kept.count, isCut: kept.count < fraction.count)
  }
}

extension DecimalNumber {
  /// Returns the number times a unit, if the product is an integer without overflow.
  package func multiple(of unit: Int) -> Int? {
    let (product, overflow) = digits.multipliedReportingOverflow(by: unit)
    let divisor = DecimalNumber.power(scale)
    return overflow || isCut || !product.isMultiple(of: divisor) ? nil : product / divisor
  }

  /// The nearest floating-point number.
  package var approximate: Double { Double(digits) / Double(DecimalNumber.power(scale)) }

  package var sign: Int { isCut && digits == 0 ? 1 : digits.signum() }

  /// Returns ten to a power below 16.
  private static func power(_ exponent: Int) -> Int {
    var power = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}

extension DecimalNumber: Comparable {
  /// Compares two numbers.
  package static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    a.scale == b.scale ? a.digits < b.digits : a.approximate < b.approximate
  }
}
