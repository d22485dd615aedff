/// Interprets an input as a sequence of choices.
///
/// Past the end all numbers are 0.
struct ByteCursor {
  /// The unread bytes.
  private(set) var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a byte.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Reads a little-endian integer.
  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    (0..<(Number.bitWidth / 8)).reduce(Number(0)) {
      $0 | Number(truncatingIfNeeded: byte()) << ($1 * 8)
    }
  }

  /// Reads a number from 0 to an upper bound (exclusive).
  mutating func below(_ bound: Int) -> Int {
    Int((bound <= 256 ? UInt32(byte()) : integer(UInt32.self)) % UInt32(clamping: max(1, bound)))
  }

  /// Reads a choice among some values.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }

  /// Reads up to a number of bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
