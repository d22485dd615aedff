/// Reads an input as a list of choices, numbers first.
///
/// Beyond the end all numbers are 0.
struct ByteCursor {
  /// What was not read yet.
  private(set) var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number of as many bytes as its type has, the lowest first.
  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    (0..<(Number.bitWidth / 8)).reduce(Number(0)) {
      $0 | Number(truncatingIfNeeded: byte()) << ($1 * 8)
    }
  }

  /// A number from 0 that is less than another.
  mutating func below(_ bound: Int) -> Int {
    Int((bound <= 256 ? UInt32(byte()) : integer(UInt32.self)) % UInt32(clamping: max(1, bound)))
  }

  /// One of some values.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }

  /// At most so many bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
