/// A number in a table: digits with marks, optionally followed by a unit.
///
/// A mark preceded by one to three digits and followed by exactly three, as in `1.000`, may be a
/// decimal mark or a thousands separator; the other numbers of the column decide.
struct CellNumber {
  /// The meaning of the marks between digits.
  enum Marks: Hashable {
    /// No marks, or only spaces and apostrophes between groups of three digits.
    case none
    /// A decimal point or comma.
    case decimal(UInt8)
    /// A point or comma as the thousands separator.
    case thousands(UInt8)
    /// A single ambiguous mark.
    case either(UInt8)
  }

  let marks: Marks
  /// The trimmed text after the digits.
  let unit: Substring
  private let digits: Substring

  /// Parses a number; `nil` if the text does not start with one.
  init?(_ text: String) {
    let text = Substring(text)
    let isSigned = text.utf8.first.map(CellNumber.isSign) == true
    let end =
      text.utf8.dropFirst(isSigned ? 1 : 0).firstIndex { !CellNumber.isPart($0) } ?? text.endIndex
    var digits = text[..<end]
    while let last = digits.utf8.last, last == UInt8(ascii: " ") || last == .comma {
      digits = digits.dropLast()
    }
    // An exponent, which programs write for small and large numbers.
    if let exponent = CellNumber.exponent(text, from: digits.endIndex) {
      digits = text[..<exponent]
    }
    unit = text[digits.endIndex...].drop { $0.isWhitespace }
    // Other text is not a unit: 12:30, 1/2, 3_4, 2025-03-03.
    if let first = unit.first, !first.isLetter, first != "%", first != "(" { return nil }
    guard let marks = CellNumber.marks(digits) else { return nil }
    (self.marks, self.digits) = (marks, digits)
  }

  /// Returns the value with the given decimal mark; `nil` if the marks contradict it.
  func value(decimal mark: UInt8) -> Double? {
    switch marks {
    case .decimal(let own) where own != mark: return nil
    case .thousands(mark): return nil
    default: break
    }
    var plain: [UInt8] = []
    for byte in digits.utf8 {
      switch byte {
      case mark: plain.append(UInt8(ascii: "."))
      case UInt8(ascii: "."), .comma, UInt8(ascii: " "), UInt8(ascii: "'"): continue
      default: plain.append(byte)
      }
    }
    return Double(String(decoding: plain, as: UTF8.self))
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, UInt8(ascii: "."), .comma, UInt8(ascii: " "), UInt8(ascii: "'"): true
    default: false
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
  }

  private static func exponent(_ text: Substring, from start: String.Index) -> String.Index? {
    var rest = text[start...].utf8
    guard let mark = rest.popFirst(), mark | 0x20 == UInt8(ascii: "e") else { return nil }
    if let sign = rest.first, isSign(sign) { rest.removeFirst() }
    let count = rest.prefix { 48...57 ~= $0 }.count
    guard count > 0, count == rest.count else { return nil }
    return text.endIndex
  }

  /// Returns the meaning of the marks; `nil` if the digits are not a number.
  private static func marks(_ digits: Substring) -> Marks? {
    var bytes = Array(digits.utf8)
    if let first = bytes.first, isSign(first) { bytes.removeFirst() }
    if let exponent = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      bytes.removeSubrange(exponent...)
    }
    var groups = [0]
    var between: [UInt8] = []
    for byte in bytes {
      if 48...57 ~= byte {
        groups[groups.count - 1] += 1
      } else {
        groups.append(0)
        between.append(byte)
      }
    }
    return marks(groups, between)
  }

  private static func marks(_ groups: [Int], _ between: [UInt8]) -> Marks? {
    guard let last = between.last else { return groups[0] > 0 ? Marks.none : nil }
    let isMark = last == .comma || last == UInt8(ascii: ".")
    let areThousands = isGrouped(groups)
    if between.count == 1, isMark {
      if areThousands, groups[0] > 0 { return .either(last) }
      return groups[1] > 0 || groups[0] > 0 ? .decimal(last) : nil
    }
    if Set(between).count == 1, areThousands { return isMark ? .thousands(last) : Marks.none }
    // Thousands separators of one kind and a decimal mark of the other.
    guard isMark, Set(between.dropLast()).count == 1, between.first != last,
      isGrouped(groups.dropLast())
    else { return nil }
    return .decimal(last)
  }

  /// Returns whether the first group has one to three digits and all others have three.
  private static func isGrouped(_ groups: some Collection<Int>) -> Bool {
    guard let first = groups.first else { return false }
    return 1...3 ~= first && groups.dropFirst().allSatisfy { $0 == 3 }
  }
}
