/// The digits of numbers as bytes, the same as their texts.
enum ByteDigits {
  /// Writes a whole number.
  ///
  /// - Returns: How many bytes it took, at most twenty.
  static func put(_ number: Int, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
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
    rest = number
    for place in stride(from: count - 1, through: 0, by: -1) {
      bytes[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return count
  }

  /// What six decimals of a whole number are.
  private static let zeros: InlineArray<7, UInt8> = [0x2E, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30]

  /// Writes a number with six decimals, ties to even.
  ///
  /// - Returns: How many bytes it took.
  static func putDecimal(_ number: Double, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    if let whole = UInt32(exactly: number), whole < 1_000_000_000 {
      let count = put(UInt(whole), at: bytes)
      for place in zeros.indices { bytes[count + place] = zeros[place] }
      return count + zeros.count
    }
    let scaled = (number.magnitude * 1e6).rounded(.toNearestOrEven)
    guard scaled < 1e15 else { return put("\(number)", at: bytes) }
    let (whole, fraction) = UInt(scaled).quotientAndRemainder(dividingBy: 1_000_000)
    var count = 0
    if number < 0, scaled > 0 {
      bytes[0] = 0x2D
      count = 1
    }
    count += put(whole, at: bytes + count)
    bytes[count] = 0x2E
    var rest = fraction
    for place in stride(from: count + 6, to: count, by: -1) {
      bytes[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return count + 7
  }

  /// Writes a number with the digits that it needs, a whole one without a point.
  ///
  /// - Returns: How many bytes it took.
  static func putExact(_ number: Double, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    if let whole = Int(exactly: number) { return put(whole, at: bytes) }
    for (digits, scale) in [(1, 10.0), (2, 100.0), (3, 1000.0)] {
      let scaled = (number * scale).rounded()
      // Below 10¹⁵ the shortest digits that read back the same are unique.
      guard scaled.magnitude < 1e15, scaled / scale == number else { continue }
      return put(Int(scaled), digits, at: bytes)
    }
    return put("\(number)", at: bytes)
  }

  /// Writes a number of tenths, hundredths or thousandths.
  private static func put(_ scaled: Int, _ digits: Int, at bytes: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    let scale: UInt = digits == 1 ? 10 : digits == 2 ? 100 : 1000
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: scale)
    var count = 0
    if scaled < 0 {
      bytes[0] = 0x2D
      count = 1
    }
    count += put(whole, at: bytes + count)
    bytes[count] = 0x2E
    var rest = fraction
    for place in stride(from: count + digits, to: count, by: -1) {
      bytes[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return count + 1 + digits
  }

  private static func put(_ text: String, at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    var text = text
    return text.withUTF8 { utf8 in
      for (place, byte) in utf8.enumerated() { bytes[place] = byte }
      return utf8.count
    }
  }
}
