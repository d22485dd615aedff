/// The cells of a column as Arrow has them in memory, so that handing them out copies nothing.
///
/// It lies still at an address of its own, and is used by a pointer: counting references would cost
/// every cell ten times what it takes to write it.
///
/// Safe: `lastName` lies in the table of names, and is set anew after each change of that.
@usableFromInline struct ColumnCells {
  @usableFromInline let kind: ColumnKind
  /// How many cells there are.
  @usableFromInline var count = 0
  /// How many of them are null.
  var nullCount = 0
  /// The rows that there is room for.
  @usableFromInline var capacity = 64
  /// Numbers, bits, places in the dictionary, or ends of texts and lists after a 0.
  @usableFromInline var values: AlignedBytes
  /// The bits of cells that are not null; `nil` as long as there is no null.
  @usableFromInline var validity: AlignedBytes?
  /// The bytes of texts.
  @usableFromInline var text = AlignedBytes(capacity: 64)
  @usableFromInline var textCount = 0
  /// The dictionary of names.
  var names: NameTable?
  /// The name that came last: it lies still as long as no other comes.
  @usableFromInline var lastName: UnsafeBufferPointer<UInt8>
  @usableFromInline var lastPlace: Int32 = 0
  /// The texts of lists.
  let elements: ColumnBuffer?

  init(_ kind: ColumnKind) {
    self.kind = kind
    values = AlignedBytes(capacity: kind.byteCount(ofRows: capacity))
    if kind.hasEnds { values.start.storeBytes(of: 0, as: Int32.self) }
    names = kind == .name ? NameTable() : nil
    lastName = UnsafeBufferPointer(start: nil, count: 0)
    elements = kind == .list ? ColumnBuffer(.text) : nil
  }

  /// Gives the memory back.
  func free() {
    values.free()
    validity?.free()
    text.free()
    names?.free()
    elements?.free()
  }

  /// Makes room for a number of rows more.
  mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    values.grow(to: kind.byteCount(ofRows: capacity), keeping: kind.byteCount(ofRows: count))
    validity?.grow(to: (capacity + 7) / 8, keeping: (count + 7) / 8)
  }

  /// Makes room for a number of bytes of text more.
  mutating func reserveText(_ more: Int) {
    let needed = textCount + more
    precondition(
      needed <= ColumnCells.mostText, "a column holds at most 2 GiB of text, not \(needed) bytes")
    if needed > text.capacity {
      let room = ColumnCells.textRoom(for: needed, beyond: text.capacity)
      text.grow(to: room, keeping: textCount)
    }
  }

  /// The most bytes of text: whole lines of memory whose every place 32 bits can say.
  static let mostText = Int(Int32.max) & ~(AlignedBytes.alignment - 1)

  /// The room for so many bytes of text where there was less: twice as much, and never more than the most, as
  /// what has room is not counted again.
  static func textRoom(for needed: Int, beyond capacity: Int) -> Int {
    max(needed, min(2 * capacity, mostText))
  }

  /// The bits of cells that are not null, which are made where there are none yet.
  mutating func makeValidity() -> UnsafeMutableRawPointer {
    if let validity { return validity.start }
    let bits = AlignedBytes(capacity: (capacity + 7) / 8)
    Bits.set(0..<count, of: bits.start)
    validity = bits
    return bits.start
  }

  /// Finds a name that is not the last one, or adds it.
  mutating func findName(_ utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    lastPlace = names?.place(of: utf8) ?? 0
    lastName = names?.texts.utf8(of: Int(lastPlace)) ?? lastName
    return lastPlace
  }

  /// Forgets all cells, and keeps the memory.
  mutating func removeAll() {
    (count, nullCount, textCount) = (0, 0, 0)
    validity?.free()
    validity = nil
    names?.removeAll()
    lastName = UnsafeBufferPointer(start: nil, count: 0)
    elements?.removeAll()
  }
}
