import Foundation

/// A small cache of a column's names with their numbers, keyed by bytes.
///
/// Safe: only names of one length are compared, and what is kept is a copy.
struct NameCache {
  /// The name of the previous row.
  private(set) var last: [UInt8] = []
  private(set) var lastNumber: Int32 = -1
  private var others: [(name: [UInt8], number: Int32)] = []

  /// The capacity; names that are not cached are looked up as strings.
  private static let limit = 32

  /// Looks up a name and makes it the last one; -1 if it is not cached.
  mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> Int32 {
    for place in others.indices where others[place].name.count == name.count {
      if others[place].name.withUnsafeBufferPointer({ $0.isEqual(name) }) {
        (last, lastNumber) = others[place]
        return lastNumber
      }
    }
    return -1
  }

  /// Adds a name and makes it the last one.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ number: Int32) {
    if others.count >= NameCache.limit { others.removeFirst() }
    (last, lastNumber) = (Array(name), number)
    others.append((last, number))
  }
}

// Safe: both have `count` bytes, which the caller has checked.
extension UnsafeBufferPointer<UInt8> {
  /// Returns whether two buffers of equal length have the same bytes.
  func isEqual(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let own = baseAddress, let other = other.baseAddress else { return true }
    return memcmp(own, other, count) == 0
  }
}
