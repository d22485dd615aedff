extension ArrowColumn {
  /// Returns the exact digits of a decimal.
  func decimal(_ row: Int, _ scale: Int, _ bytes: Int) -> String? {
    guard let start = buffers?[0] else { return nil }
    var limbs = (0..<bytes / 4).map { place in
      start.loadUnaligned(fromByteOffset: (offset + row) * bytes + place * 4, as: UInt32.self)
    }
    let isNegative = limbs.last.map { $0 >> 31 == 1 } ?? false
    if isNegative { negate(&limbs) }
    var digits: [Character] = []
    while limbs.contains(where: { $0 != 0 }) {
      digits.append(Character("\(divide(&limbs))"))
    }
    return (isNegative ? "-" : "") + ArrowColumn.pointed(digits, scale)
  }

  /// Inserts the decimal point into digits in reverse order.
  private static func pointed(_ digits: [Character], _ scale: Int) -> String {
    var digits = digits
    if scale < 0, !digits.isEmpty {
      digits.insert(contentsOf: repeatElement("0", count: -scale), at: 0)
    }
    while digits.count <= max(scale, 0) { digits.append("0") }
    if scale > 0 { digits.insert(".", at: scale) }
    return String(digits.reversed())
  }

  /// Negates a two's complement number.
  private func negate(_ limbs: inout [UInt32]) {
    var carry = true
    for place in limbs.indices {
      (limbs[place], carry) = (~limbs[place]).addingReportingOverflow(carry ? 1 : 0)
    }
  }

  /// Divides by ten and returns the remainder.
  private func divide(_ limbs: inout [UInt32]) -> UInt64 {
    var rest: UInt64 = 0
    for place in limbs.indices.reversed() {
      let value = rest << 32 | UInt64(limbs[place])
      limbs[place] = UInt32(value / 10)
      rest = value % 10
    }
    return rest
  }
}
