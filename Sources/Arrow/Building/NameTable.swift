/// The texts of a column of names, each once, in the order in which they came; whoever has it
/// frees it.
struct NameTable {
  /// The texts.
  let texts = ColumnBuffer(.text)
  /// Where texts are by their hashes; the next slots are tried where one is taken by another text.
  private var slots: UnsafeMutablePointer<Slot>
  private var slotCount = 64

  private struct Slot {
    /// The place of a text, and -1 where the slot is free.
    var place: Int32 = -1
    /// The hash of the text, which spares looking at most of those that differ.
    var hash: UInt32 = 0
  }

  /// Keeps texts that were made to collide from doing so; the order of texts does not depend on it.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())
  private let seed = NameTable.seed

  init() { slots = NameTable.empty(slotCount) }

  /// Gives the memory back.
  func free() {
    texts.free()
    slots.deallocate()
  }

  private static func empty(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return slots
  }

  /// The place of a text, which is added where it is new.
  mutating func place(of utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    if 2 * texts.count >= slotCount { grow() }
    let hash = hash(utf8)
    let mask = slotCount &- 1
    var slot = Int(hash) & mask
    while slots[slot].place >= 0 {
      if slots[slot].hash == hash, isText(slots[slot].place, utf8) { return slots[slot].place }
      slot = (slot &+ 1) & mask
    }
    let place = Int32(truncatingIfNeeded: texts.count)
    slots[slot] = Slot(place: place, hash: hash)
    texts.append(utf8: utf8)
    return place
  }

  private func isText(_ place: Int32, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = texts.utf8(of: Int(place))
    guard text.count == utf8.count, let bytes = utf8.baseAddress, let other = text.baseAddress
    else { return text.count == utf8.count }
    return ShortBytes.areEqual(bytes, other, utf8.count)
  }

  private mutating func grow() {
    let old = UnsafeBufferPointer(start: slots, count: slotCount)
    slotCount *= 2
    slots = NameTable.empty(slotCount)
    for text in old where text.place >= 0 {
      var slot = Int(text.hash) & (slotCount - 1)
      while slots[slot].place >= 0 { slot = (slot + 1) & (slotCount - 1) }
      slots[slot] = text
    }
    old.deallocate()
  }

  /// Forgets all texts.
  func removeAll() {
    if texts.count > 0 { slots.update(repeating: Slot(), count: slotCount) }
    texts.removeAll()
  }

  /// A hash of bytes, eight at a time.
  private func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let start = utf8.baseAddress else { return 0 }
    let (bytes, count) = (UnsafeRawPointer(start), utf8.count)
    var state = seed ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    if count < 8 {
      state = NameTable.mixed(state ^ ShortBytes.word(of: bytes, count))
    } else {
      var place = 0
      while place < count &- 8 {
        state = NameTable.mixed(state ^ ShortBytes.eight(bytes, place))
        place &+= 8
      }
      state = NameTable.mixed(state ^ ShortBytes.eight(bytes, count &- 8))
    }
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
