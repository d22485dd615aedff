import Foundation

/// The names that a column has had, each with its number, by their bytes.
///
/// Safe: only names of one length are compared, and what is kept is a copy.
struct NameMemo {
  /// The name of the row before.
  private(set) var last: [UInt8] = []
  private(set) var lastNumber: Int32 = -1
  private var others: [(name: [UInt8], number: Int32)] = []

  /// More names than these are looked up as texts.
  private static let limit = 32

  /// Finds a name and makes it the last one; -1 where it is not here.
  mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> Int32 {
    for place in others.indices where others[place].name.count == name.count {
      if others[place].name.withUnsafeBufferPointer({ $0.isEqual(name) }) {
        (last, lastNumber) = others[place]
        return lastNumber
      }
    }
    return -1
  }

  /// Takes a name that is not here and makes it the last one.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ number: Int32) {
    if others.count >= NameMemo.limit { others.removeFirst() }
    (last, lastNumber) = (Array(name), number)
    others.append((last, number))
  }
}

// Safe: both have `count` bytes, as whoever asks has seen.
extension UnsafeBufferPointer<UInt8> {
  /// Whether two stretches of the same length have the same bytes.
  func isEqual(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let own = baseAddress, let other = other.baseAddress else { return true }
    return memcmp(own, other, count) == 0
  }
}
