package import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling

/// A parser of the fields of one unquoted row from left to right.
///
/// Each method parses one field up to the next comma, or returns `false` if the row needs the
/// general parser.
///
/// Safe: `next` never passes `end`, since the remaining length is checked before each step; the
/// creator of a cursor keeps the bytes alive as long.
package struct RowCursor {
  package var next: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  /// Starts with the bytes of a row or a single field.
  package init(next: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    self.next = next
    self.end = end
  }

  package var isAtEnd: Bool { next == end }

  var isAtFieldEnd: Bool { next == end || next.pointee == .comma }

  private var rest: Int { end - next }

  mutating func passComma() -> Bool {
    guard next < end, next.pointee == .comma else { return false }
    next += 1
    return true
  }

  /// Skips a field that equals a given text.
  mutating func pass(_ text: [UInt8]) -> Bool {
    let count = text.count
    let isThere = text.withUnsafeBufferPointer { text in
      count > 0 && isNext(text.baseAddress ?? next, count)
    }
    guard isThere else { return false }
    next += count
    return isAtFieldEnd
  }

  /// Returns whether the given bytes follow.
  ///
  /// Texts are short and usually equal, so words are compared inline instead of calling `memcmp`.
  @inline(__always)
  func isNext(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count <= rest else { return false }
    var place = 0
    while place + 8 <= count {
      guard RowCursor.word(text + place) == RowCursor.word(next + place) else { return false }
      place += 8
    }
    while place < count {
      guard text[place] == next[place] else { return false }
      place += 1
    }
    return true
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
  }

  /// Skips a field without quotes and non-ASCII bytes.
  mutating func passPlainField() -> Bool {
    while next < end, next.pointee != .comma {
      if next.pointee == .quote || next.pointee >= 0x80 { return false }
      next += 1
    }
    return true
  }
}

// Names and words.
//
// Safe: a name ends at a comma or at the end, and is used while the bytes are lent.
extension RowCursor {
  /// Parses an unquoted text; `nil` if it contains a quote.
  mutating func readText() -> UnsafeBufferPointer<UInt8>? {
    let start = next
    next = start + UnsafePointer(start).distance(to: .comma, before: end - start)
    let text = UnsafeBufferPointer(start: start, count: next - start)
    return text.contains(.quote) ? nil : text
  }

  mutating func readName(_ memo: inout NameCache, _ rows: OutcomeRows, _ number: inout Int32)
    -> Bool
  {
    if isAtFieldEnd { return true }
    let start = next
    if pass(memo.last) {
      number = memo.lastNumber
      return true
    }
    next = start + UnsafePointer(start).distance(to: .comma, before: end - start)
    let name = UnsafeBufferPointer(start: start, count: next - start)
    number = memo.find(name)
    if number >= 0 { return true }
    guard !name.contains(.quote), let text = String(validating: name, as: UTF8.self),
      !text.hasManyMarks
    else {
      return false
    }
    number = rows.number(of: text)
    memo.add(name, number)
    return true
  }

  mutating func readName(_ memo: inout NameCache, _ rows: OutcomeRows, _ number: inout Int16)
    -> Bool
  {
    var wide = Int32(number)
    guard readName(&memo, rows, &wide), let narrow = Int16(exactly: wide) else { return false }
    number = narrow
    return true
  }

  package mutating func readStatus(_ marks: inout OutcomeTable.Marks) -> Bool {
    if isAtFieldEnd || passWord("completed") { return true }
    let isSkipped = passWord("skipped")
    guard isSkipped || passWord("declined") else { return false }
    marks.add(isSkipped ? .skipped : .declined)
    return true
  }

  private mutating func passWord(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard count <= rest, memcmp(word.utf8Start, next, count) == 0 else { return false }
    next += count
    return isAtFieldEnd
  }
}

// Numbers.
extension RowCursor {
  /// Parses an empty field, `true`, `false`, or a number with at most 15 digits.
  package mutating func readValue(_ row: inout OutcomeTable.Row) -> Bool {
    if isAtFieldEnd { return true }
    if next.pointee > UInt8(ascii: "9") { return readTruth(&row) }
    guard readNumber(&row.amount) else { return false }
    row.marks.add(.number)
    return true
  }

  /// Parses a number with at most 15 digits, all of which a double represents exactly apart from
  /// the decimal point.
  ///
  /// Safe: the sum may wrap only behind eighteen digits, and more than fifteen are refused.
  package mutating func readNumber(_ value: inout Double) -> Bool {
    var (digits, decimals, hasPoint) = (0, 0, false)
    var number: Int64 = 0
    while next < end, next.pointee != .comma {
      let digit = next.pointee &- UInt8(ascii: "0")
      if digit <= 9 {
        number = number &* 10 &+ Int64(digit)
        digits += 1
        decimals += hasPoint ? 1 : 0
      } else if next.pointee == UInt8(ascii: "."), !hasPoint, digits > 0 {
        hasPoint = true
      } else {
        return false
      }
      next += 1
    }
    guard 1...15 ~= digits, !hasPoint || decimals > 0 else { return false }
    value = Double(number) / RowCursor.powers[decimals]
    return true
  }

  /// The powers of ten that doubles represent exactly; a quotient of two such numbers is correctly
  /// rounded.
  private static let powers: [Double] = (0...15).map {
    (0..<$0).reduce(1) { power, _ in power * 10 }
  }

  private mutating func readTruth(_ row: inout OutcomeTable.Row) -> Bool {
    let isTrue = passWord("true")
    guard isTrue || passWord("false") else { return false }
    row.amount = isTrue ? 1 : 0
    row.marks.add(.boolean)
    return true
  }
}

extension OutcomeTable.Marks {
  /// Inserts a mark without the overhead of generic option sets.
  fileprivate mutating func add(_ mark: OutcomeTable.Marks) {
    self = OutcomeTable.Marks(rawValue: rawValue | mark.rawValue)
  }
}
