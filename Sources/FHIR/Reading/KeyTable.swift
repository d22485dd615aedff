import Foundation

/// What tells a resource from others: numbers for the bytes of ids, each of a kind.
///
/// Ids are looked up without making texts of them, as every line of a file has some.
///
/// Safe: bytes are compared where both keys have as many. FNV-1a wraps, and 31 of its bits choose a slot.
struct KeyTable: Sendable {
  /// The bytes of all keys, one after the other.
  private var bytes: [UInt8] = []
  /// Where each key's bytes end.
  private var ends: [Int] = []
  private var kinds: [UInt8] = []
  /// A hash table of the numbers; -1 where none is.
  private var slots = [Int32](repeating: -1, count: 64)
  /// Keeps ids that were made to collide from doing so, which would make looking for them quadratic.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())
  private let seed = KeyTable.seed
  /// The number asked for last: neighbours mostly share theirs.
  private var last = -1

  /// How many keys there are.
  var count: Int { ends.count }

  /// The kind of a key.
  func kind(of number: Int) -> UInt8 { kinds[number] }

  /// The text of a key.
  func text(of number: Int) -> String { String(decoding: bytes[range(of: number)], as: UTF8.self) }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Forgets all keys, and keeps the memory.
  mutating func removeAll() {
    if ends.isEmpty { return }
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = -1 }
    last = -1
  }

  /// The number of a key, a new one where it has none.
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

  /// The number of a key; `nil` where it has none.
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
  /// The number of a key that is a text, a new one where it has none.
  mutating func number(of key: String, _ kind: UInt8) -> Int {
    var key = key
    return key.withUTF8 { number(of: $0, kind) }
  }

  /// The number of a key that is a text; `nil` where it has none.
  func known(_ key: String, _ kind: UInt8) -> Int? {
    var key = key
    return key.withUTF8 { known($0, kind) }
  }
}
