import Foundation

/// An interning table for resource keys: assigns consecutive numbers to pairs of id bytes and kind.
///
/// Lookups work on bytes without allocating strings, because every line of a file has an id.
///
/// Safe: bytes are compared where both keys have as many. FNV-1a wraps, and 31 of its bits choose a slot.
struct KeyTable: Sendable {
  /// The bytes of all keys, concatenated.
  private var bytes: [UInt8] = []
  /// The end offset of each key in `bytes`.
  private var ends: [Int] = []
  private var kinds: [UInt8] = []
  /// The open-addressing hash table of key numbers; -1 marks an empty slot.
  private var slots = [Int32](repeating: -1, count: 64)
  /// A random seed, so that crafted ids cannot force collisions and quadratic lookups.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())
  private let seed = KeyTable.seed
  /// The key number returned last; consecutive lines usually share it.
  private var last = -1

  /// The number of keys.
  var count: Int { ends.count }

  func kind(of number: Int) -> UInt8 { kinds[number] }

  /// Returns the text of a key.
  func text(of number: Int) -> String { String(decoding: bytes[range(of: number)], as: UTF8.self) }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Removes all keys, keeping the capacity.
  mutating func removeAll() {
    if ends.isEmpty { return }
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = -1 }
    last = -1
  }

  /// Returns the number of a key, adding it if necessary.
  mutating func number(of key: UnsafeBufferPointer<UInt8>, _ kind: UInt8) -> Int {
    if last >= 0, isKey(last, key, kind) { return last }
    if let number = known(key, kind) {
      last = number
      return number
    }
    if 2 * count >= slots.count { grow() }
    last = count
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    kinds.append(kind)
    enter(last, hash(key, kind))
    return last
  }

  /// Returns the number of a key; `nil` if it is not in the table.
  func known(_ key: UnsafeBufferPointer<UInt8>, _ kind: UInt8) -> Int? {
    var slot = hash(key, kind) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isKey(Int(slots[slot]), key, kind) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isKey(_ number: Int, _ key: UnsafeBufferPointer<UInt8>, _ kind: UInt8) -> Bool {
    let range = range(of: number)
    guard kinds[number] == kind, range.count == key.count else { return false }
    guard let first = key.baseAddress, !key.isEmpty else { return true }
    return bytes.withUnsafeBufferPointer { all in
      all.baseAddress.map { memcmp($0 + range.lowerBound, first, key.count) == 0 } ?? false
    }
  }

  private mutating func enter(_ number: Int, _ hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(number)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: 2 * slots.count)
    for number in 0..<count {
      let slot = bytes.withUnsafeBufferPointer {
        hash(UnsafeBufferPointer(rebasing: $0[range(of: number)]), kinds[number])
      }
      enter(number, slot)
    }
  }

  /// FNV-1a, with its high bits mixed into the low ones.
  private func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: UInt8) -> Int {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed ^ UInt64(kind)
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7fff_ffff)
  }
}

// Safe: the text's bytes are lent for the call, and a new key is copied.
extension KeyTable {
  /// Returns the number of a key given as a string, adding it if necessary.
  mutating func number(of key: String, _ kind: UInt8) -> Int {
    var key = key
    return key.withUTF8 { number(of: $0, kind) }
  }

  /// Returns the number of a key given as a string; `nil` if it is not in the table.
  func known(_ key: String, _ kind: UInt8) -> Int? {
    var key = key
    return key.withUTF8 { known($0, kind) }
  }
}
