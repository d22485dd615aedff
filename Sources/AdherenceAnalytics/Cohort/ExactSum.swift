/// A sum of floating-point numbers without rounding, independent of order and grouping.
///
/// Integers, as most amounts are, are added to one integer. Other numbers are added to integers by exponent,
/// of which similar amounts need only a few; the result is rounded once, when it is read.
///
/// Safe: of digits of 84 bits 2⁴³ fit a sum, and of sums that were read, which are below 2¹⁰⁰, 2²⁷.
package struct ExactSum: Hashable, Sendable {
  private var whole: Int128 = 0
  /// The bins in ascending order of exponent.
  private var bins: [Bin] = []
  /// Infinities and NaN.
  private var special = 0.0

  /// The part of the sum with similar exponents: `units` times two to the power of 32 × `exponent`.
  struct Bin: Hashable, Sendable {
    var exponent: Int
    var units: Int128
  }

  package init() {}

  /// Adds a number.
  package mutating func add(_ number: Double) {
    if number.magnitude < 0x1p53 {
      let integer = Int64(number)
      if Double(integer) == number {
        whole &+= Int128(integer)
        return
      }
    }
    addDigits(number)
  }

  private mutating func addDigits(_ number: Double) {
    guard number.isFinite else {
      special += number
      return
    }
    let digits = Int128(number.significand * 0x1p52)
    let power = Int(number.exponent) - 52
    let bin = Bin(exponent: power >> 5, units: digits << (power & 31))
    add(Bin(exponent: bin.exponent, units: number < 0 ? -bin.units : bin.units))
  }

  private mutating func add(_ bin: Bin) {
    let position = bins.firstIndex { $0.exponent >= bin.exponent } ?? bins.count
    if position < bins.count, bins[position].exponent == bin.exponent {
      bins[position].units &+= bin.units
    } else {
      bins.insert(bin, at: position)
    }
  }

  /// Adds another sum.
  package mutating func merge(_ other: ExactSum) {
    whole &+= other.whole
    special += other.special
    for bin in other.bins { add(bin) }
  }

  /// The rounded sum.
  package var value: Double {
    if special != 0 || special.isNaN { return special }
    if bins.isEmpty { return whole.rounded }
    let limbs = carried
    let isNegative = (limbs.last?.units ?? 0) < 0
    let magnitude = isNegative ? negated.carried : limbs
    let sum = magnitude.reduce(0) { $0 + $1.value }
    return isNegative ? -sum : sum
  }

  private var negated: ExactSum {
    var sum = self
    sum.whole = -whole
    for position in bins.indices { sum.bins[position].units = -bins[position].units }
    return sum
  }

  /// The sum in 32-bit digits, the last of which has the sign.
  private var carried: [Bin] {
    var sum = self
    sum.add(Bin(exponent: 0, units: whole))
    var digits: [Bin] = []
    var carry: Int128 = 0
    let (first, last) = (sum.bins[0].exponent, sum.bins[sum.bins.count - 1].exponent)
    for exponent in first...last + 4 {
      let own = sum.bins.first { $0.exponent == exponent }?.units ?? 0
      let units = own + carry
      let isLast = exponent == last + 4
      digits.append(Bin(exponent: exponent, units: isLast ? units : units & 0xffff_ffff))
      carry = units >> 32
    }
    return digits
  }
}

extension ExactSum.Bin {
  /// The value of the units.
  fileprivate var value: Double {
    units == 0
      ? 0 : Double(sign: .plus, exponent: exponent * 32, significand: units.rounded)
  }
}

extension Int128 {
  /// The nearest floating-point number; conversion of 64 bits is one instruction, of 128 bits a hundred.
  ///
  /// Safe: integers that differ from their lowest 64 bits are converted as a whole.
  fileprivate var rounded: Double {
    let low = Int64(truncatingIfNeeded: self)
    return Int128(low) == self ? Double(low) : Double(self)
  }
}

extension ExactSum: Codable {
  /// The exponents of the digits of finite numbers.
  private static let exponents = -36...31

  /// Encodes a list of the integer part, then pairs of exponent and units, as strings because of their width.
  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(whole.description)
    for bin in bins {
      try list.encode(String(bin.exponent))
      try list.encode(bin.units.description)
    }
    if special != 0 || special.isNaN { try list.encode("\(special)") }
  }

  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    whole = try list.decode(of: Int128.self)
    while !list.isAtEnd {
      let text = try list.decode(String.self)
      if let exponent = Int(text) {
        guard ExactSum.exponents ~= exponent else { throw decoder.corrupted("invalid exponent") }
        add(Bin(exponent: exponent, units: try list.decode(of: Int128.self)))
      } else {
        special = Double(text) ?? .nan
      }
    }
  }
}

extension UnkeyedDecodingContainer {
  fileprivate mutating func decode(of type: Int128.Type) throws -> Int128 {
    guard let number = Int128(try decode(String.self)), number.magnitude < 1 << 100 else {
      throw DecodingError.dataCorruptedError(in: self, debugDescription: "not an integer")
    }
    return number
  }
}
