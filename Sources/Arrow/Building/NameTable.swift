/// The texts of a column of names, each once, in the order in which they came.
@usableFromInline final class NameTable {
  /// The texts.
  @usableFromInline let texts = ColumnBuffer(.text)
  /// The place of a text by its hash, and -1 where there is none; the next slots are tried where one is
  /// taken by another text.
  @exclusivity(unchecked) private var slots: [Int32] = []
  /// The hashes of the texts, which spare looking at most of those that differ.
  @exclusivity(unchecked) private var hashes: [UInt64] = []
  // Most rows repeat the name of the row before.
  @exclusivity(unchecked) @usableFromInline var last: Int32 = -1
  @exclusivity(unchecked) @usableFromInline var lastStart = 0
  @exclusivity(unchecked) @usableFromInline var lastCount = -1

  /// Keeps texts that were made to collide from doing so; the order of texts does not depend on it.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  @usableFromInline init() {}

  /// The place of a text, which is added where it is new.
  @inlinable @inline(__always) func index(of utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    if utf8.count == lastCount,
      NameTable.areEqual(utf8, texts.text.start.advanced(by: lastStart))
    {
      return last
    }
    return find(utf8)
  }

  /// Whether bytes are the same as so many others.
  @inlinable @inline(__always) static func areEqual(
    _ utf8: UnsafeBufferPointer<UInt8>, _ other: UnsafeRawPointer
  ) -> Bool {
    let count = utf8.count
    guard let base = utf8.baseAddress else { return true }
    let bytes = UnsafeRawPointer(base)
    if count < 8 {
      for place in 0..<count
      where bytes.load(fromByteOffset: place, as: UInt8.self)
        != other.load(fromByteOffset: place, as: UInt8.self)
      {
        return false
      }
      return true
    }
    var place = 0
    while place < count {
      // The last word may repeat bytes of the one before.
      let start = min(place, count &- 8)
      if bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        != other.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      {
        return false
      }
      place &+= 8
    }
    return true
  }

  /// Finds a text that is not the last one, or adds it.
  @usableFromInline func find(_ utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    if 2 * texts.count >= slots.count { rehash() }
    let hash = NameTable.hash(utf8)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let index = slots[slot]
      if hashes[Int(index)] == hash, remember(index), lastCount == utf8.count,
        NameTable.areEqual(utf8, texts.text.start.advanced(by: lastStart))
      {
        return index
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(texts.count)
    hashes.append(hash)
    texts.append(utf8: utf8)
    remember(slots[slot])
    return last
  }

  /// Makes a text the last one.
  @discardableResult private func remember(_ index: Int32) -> Bool {
    let start = Int(texts.end(of: Int(index) - 1))
    (last, lastStart) = (index, start)
    lastCount = Int(texts.end(of: Int(index))) - start
    return true
  }

  private func rehash() {
    slots = Array(repeating: -1, count: max(64, 2 * slots.count))
    let mask = slots.count - 1
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(index)
    }
  }

  /// Forgets all texts.
  func removeAll() {
    texts.removeAll()
    hashes.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = -1 }
    (last, lastStart, lastCount) = (-1, 0, -1)
  }

  /// A hash of bytes, eight at a time.
  private static func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var state = seed ^ UInt64(utf8.count) &* 0x9E37_79B9_7F4A_7C15
    let bytes = UnsafeRawBufferPointer(utf8)
    var place = 0
    while place + 8 <= bytes.count {
      state = mixed(state ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var word: UInt64 = 0
    for byte in bytes[place...] { word = word << 8 | UInt64(byte) }
    return mixed(state ^ word)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
