/// A hash table of the numbers of names, keyed by bytes in the producer's memory.
///
/// Safe: names lie in batches that the table holds. FNV-1a wraps, and 31 of its bits choose a slot.
struct NameNumbers {
  private var entries: [(name: UnsafeBufferPointer<UInt8>, number: Int32)] = []
  /// The indices of entries; -1 for an empty slot.
  private var slots = [Int32](repeating: -1, count: 32)

  /// The number of names at which the table is cleared.
  private static let limit = 1 << 16

  /// Returns the number of a name; `nil` if it is unknown.
  func number(of name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let place = slots[slot(of: name)]
    return place < 0 ? nil : entries[Int(place)].number
  }

  /// Adds an unknown name.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ number: Int32) {
    if entries.count >= NameNumbers.limit { self = NameNumbers() }
    if 2 * entries.count >= slots.count { grow() }
    slots[slot(of: name)] = Int32(entries.count)
    entries.append((name, number))
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: 2 * slots.count)
    for (place, entry) in entries.enumerated() { slots[slot(of: entry.name)] = Int32(place) }
  }

  /// Returns the slot of a name, or the empty slot for it.
  private func slot(of name: UnsafeBufferPointer<UInt8>) -> Int {
    var slot = NameNumbers.hash(name) & (slots.count - 1)
    while slots[slot] >= 0, !entries[Int(slots[slot])].name.isSame(as: name) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// FNV-1a, with the high bits mixed into the low ones.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7fff_ffff)
  }
}
