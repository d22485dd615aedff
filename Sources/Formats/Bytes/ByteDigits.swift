/// Formats numbers as ASCII digits.
///
/// Safe: the caller has room for ``limit`` bytes, and no number takes more; a remainder is below ten.
public enum ByteDigits {
  /// The most bytes that a number takes.
  @inlinable public static var limit: Int { 32 }

  /// Writes an integer.
  ///
  /// - Returns: The number of bytes, at most twenty.
  @inlinable @inline(__always)
  public static func put(_ number: Int, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    // Fast path: most have one digit.
    guard UInt(bitPattern: number) < 10 else { return putLong(number, at: bytes) }
    bytes[0] = 0x30 + UInt8(truncatingIfNeeded: number)
    return 1
  }

  @usableFromInline static func putLong(_ number: Int, at bytes: UnsafeMutablePointer<UInt8>) -> Int
  {
    guard number < 0 else { return put(number.magnitude, at: bytes) }
    bytes[0] = 0x2D
    return 1 + put(number.magnitude, at: bytes + 1)
  }

  private static func put(_ number: UInt, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    var (count, rest) = (1, number)
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return put(number, digits: count, at: bytes)
  }

  /// Writes the last digits of a number, at most ``limit``.
  public static func put(
    _ number: UInt, digits: Int, at bytes: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var rest = number
    for place in stride(from: digits - 1, through: 0, by: -1) {
      bytes[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return digits
  }

  /// Writes a number with six decimals, rounding ties to even.
  ///
  /// - Returns: The number of bytes.
  public static func putDecimal(_ number: Double, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    if number >= 0, number < 10, let digit = UInt64(exactly: number) {
      // `0.000000` as one little-endian integer.
      UnsafeMutableRawPointer(bytes).storeBytes(
        of: (0x3030_3030_3030_2E30 + digit).littleEndian, as: UInt64.self)
      return 8
    }
    let scaled = (number.magnitude * 1e6).rounded(.toNearestOrEven)
    guard scaled < 1e15 else { return put("\(number)", at: bytes) }
    let parts = UInt(scaled).quotientAndRemainder(dividingBy: 1_000_000)
    return put(parts.quotient, parts.remainder, 6, isNegative: number < 0, at: bytes)
  }

  /// Writes a number with the shortest digits that round-trip, an integer without a point.
  ///
  /// - Returns: The number of bytes.
  public static func putExact(_ number: Double, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    if let whole = Int(exactly: number) { return put(whole, at: bytes) }
    var scale = 1.0
    for digits in 1...3 {
      scale *= 10
      let scaled = (number * scale).rounded()
      // Below 10¹⁵ the shortest digits that round-trip are unique.
      guard scaled.magnitude < 1e15, scaled / scale == number else { continue }
      let parts = Int(scaled).magnitude.quotientAndRemainder(dividingBy: UInt(scale))
      return put(parts.quotient, parts.remainder, digits, isNegative: number < 0, at: bytes)
    }
    // Interpolation distinguishes the kinds of NaN; `description` does not.
    return put(number.isNaN ? "\(number)" : number.description, at: bytes)
  }

  /// Writes the integer and fraction digits of a number.
  private static func put(
    _ whole: UInt, _ fraction: UInt, _ digits: Int, isNegative: Bool,
    at bytes: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    if isNegative, whole + fraction > 0 {
      bytes[0] = 0x2D
      count = 1
    }
    count += put(whole, at: bytes + count)
    bytes[count] = 0x2E
    return count + 1 + put(fraction, digits: digits, at: bytes + count + 1)
  }

  /// Returns the same digits as a string.
  public static func exactText(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  private static func put(_ text: String, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    var text = text
    return text.withUTF8 { utf8 in
      for (place, byte) in utf8.enumerated() { bytes[place] = byte }
      return utf8.count
    }
  }
}
