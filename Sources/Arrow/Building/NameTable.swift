/// The distinct texts of a column in order of first use: a hash table whose owner frees it.
///
/// Safe: texts are compared where they are as long, within the bytes of all; there are more slots
/// than texts, a power of two. The hash wraps.
struct NameTable {
  /// The texts.
  let texts = ColumnBuffer(.text)
  /// The hash table, with linear probing.
  private var slots: UnsafeMutablePointer<Slot>
  private var slotCount = 64

  private struct Slot {
    /// The index of a text; -1 if the slot is free.
    var place: Int32 = -1
    /// The hash of the text, compared before the bytes.
    var hash: UInt32 = 0
    /// The offset and length of its bytes.
    var start: Int32 = 0
    var count: Int32 = 0
  }

  /// A per-process seed against deliberate collisions; the order of texts does not depend on it.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())
  private let seed = NameTable.seed

  init() { slots = NameTable.empty(slotCount) }

  func free() {
    texts.free()
    slots.deallocate()
  }

  private static func empty(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return slots
  }

  /// Returns the index of a text, adding it if it is new.
  mutating func place(of utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    let texts = UnsafeRawPointer(texts.cells.pointee.text.start)
    // An empty text may have no address; none of its bytes is read.
    let bytes = UnsafeRawPointer(utf8.baseAddress) ?? texts
    let hash = hash(bytes, utf8.count)
    let mask = slotCount &- 1
    var slot = Int(hash) & mask
    while slots[slot].place >= 0 {
      let known = slots[slot]
      if known.hash == hash, known.count == utf8.count,
        WordwiseBytes.areEqual(bytes, texts.advanced(by: Int(known.start)), utf8.count)
      {
        return known.place
      }
      slot = (slot &+ 1) & mask
    }
    return add(utf8, hash: hash)
  }

  private mutating func add(_ utf8: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int32 {
    if 2 * texts.count >= slotCount { grow() }
    let slot = Slot(
      place: Int32(texts.count), hash: hash, start: Int32(texts.start(of: texts.count)),
      count: Int32(utf8.count))
    texts.append(utf8: utf8)
    put(slot)
    return slot.place
  }

  private func put(_ text: Slot) {
    var slot = Int(text.hash) & (slotCount - 1)
    while slots[slot].place >= 0 { slot = (slot + 1) & (slotCount - 1) }
    slots[slot] = text
  }

  private mutating func grow() {
    let old = UnsafeBufferPointer(start: slots, count: slotCount)
    slotCount *= 2
    slots = NameTable.empty(slotCount)
    for text in old where text.place >= 0 { put(text) }
    old.deallocate()
  }

  /// Removes all texts.
  func removeAll() {
    if texts.count > 0 { slots.update(repeating: Slot(), count: slotCount) }
    texts.removeAll()
  }

  /// Returns a hash computed eight bytes at a time.
  private func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    if count < 8 {
      state = NameTable.mixed(state ^ WordwiseBytes.word(of: bytes, count))
    } else {
      var place = 0
      while place < count &- 8 {
        state = NameTable.mixed(state ^ WordwiseBytes.load64(bytes, place))
        place &+= 8
      }
      state = NameTable.mixed(state ^ WordwiseBytes.load64(bytes, count &- 8))
    }
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}

/// Comparison and copying of short texts by words, to avoid the overhead of library calls.
///
/// Safe: words lie within the count: the last begins eight, four or one byte before the end.
@usableFromInline enum WordwiseBytes {
  /// Returns whether bytes are equal.
  @inlinable @inline(__always) static func areEqual(
    _ bytes: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    if count < 8 { return word(of: bytes, count) == word(of: other, count) }
    var offset = 0
    while offset < count &- 8 {
      if load64(bytes, offset) != load64(other, offset) { return false }
      offset &+= 8
    }
    // The last word may overlap the previous one.
    return load64(bytes, count &- 8) == load64(other, count &- 8)
  }

  /// Copies bytes.
  @inlinable @inline(__always) static func copy(
    _ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    if count > 16 { return target.copyMemory(from: source, byteCount: count) }
    if count >= 8 {
      let (first, last) = (load64(source, 0), load64(source, count &- 8))
      target.storeBytes(of: first, as: UInt64.self)
      target.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
    } else {
      for offset in 0..<count {
        let byte = source.load(fromByteOffset: offset, as: UInt8.self)
        target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
    }
  }

  /// Returns at most seven bytes packed into an integer.
  @inlinable @inline(__always) static func word(of bytes: UnsafeRawPointer, _ count: Int) -> UInt64
  {
    if count >= 4 {
      let first = bytes.loadUnaligned(as: UInt32.self)
      let last = bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(first) | UInt64(last) &<< 32
    }
    if count == 0 { return 0 }
    let first = UInt64(bytes.load(as: UInt8.self))
    let middle = UInt64(bytes.load(fromByteOffset: count &>> 1, as: UInt8.self))
    let last = UInt64(bytes.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first | middle &<< 8 | last &<< 16
  }

  /// Returns the eight bytes at an offset.
  @inlinable @inline(__always) static func load64(_ bytes: UnsafeRawPointer, _ offset: Int)
    -> UInt64
  {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
