/// The cells of a column in Arrow's memory layout, so that they can be exported without copying.
///
/// Heap-allocated with a stable address and used through a pointer: reference counting would cost
/// ten times as much as writing a cell.
///
/// Safe: `lastName` lies in the table of names, and is set anew after each change of that.
@usableFromInline struct ColumnCells {
  @usableFromInline let kind: ColumnKind
  /// The number of cells.
  @usableFromInline var count = 0
  /// The number of null cells.
  var nullCount = 0
  /// The number of rows for which memory is allocated.
  @usableFromInline var capacity = 64
  /// Numbers, bits, dictionary indices, or offsets of texts and lists starting with a 0.
  @usableFromInline var values: AlignedBytes
  /// The validity bitmap; `nil` if no cell is null.
  @usableFromInline var validity: AlignedBytes?
  /// The bytes of texts.
  @usableFromInline var text = AlignedBytes(capacity: 64)
  @usableFromInline var textCount = 0
  /// The dictionary of names.
  var names: NameTable?
  /// The last name appended; its address is stable until another name is added.
  @usableFromInline var lastName: UnsafeBufferPointer<UInt8>
  @usableFromInline var lastPlace: Int32 = 0
  /// The elements of lists.
  let elements: ColumnBuffer?

  init(_ kind: ColumnKind) {
    self.kind = kind
    values = AlignedBytes(capacity: kind.byteCount(ofRows: capacity))
    if kind.hasEnds { values.start.storeBytes(of: 0, as: Int32.self) }
    names = kind == .name ? NameTable() : nil
    lastName = UnsafeBufferPointer(start: nil, count: 0)
    elements = kind == .list ? ColumnBuffer(.text) : nil
  }

  func free() {
    values.free()
    validity?.free()
    text.free()
    names?.free()
    elements?.free()
  }

  /// Reserves capacity for more rows.
  mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    values.grow(to: kind.byteCount(ofRows: capacity), keeping: kind.byteCount(ofRows: count))
    validity?.grow(to: (capacity + 7) / 8, keeping: (count + 7) / 8)
  }

  /// Reserves capacity for more bytes of text.
  mutating func reserveText(_ more: Int) {
    let needed = textCount + more
    precondition(
      needed <= ColumnCells.mostText, "a column holds at most 2 GiB of text, not \(needed) bytes")
    if needed > text.capacity {
      let room = ColumnCells.textRoom(for: needed, beyond: text.capacity)
      text.grow(to: room, keeping: textCount)
    }
  }

  /// The maximum size of text: the largest aligned number of bytes with 32-bit offsets.
  static let mostText = Int(Int32.max) & ~(AlignedBytes.alignment - 1)

  /// Returns the new text capacity: doubled, but at most the maximum, which is not checked again
  /// while capacity remains.
  static func textRoom(for needed: Int, beyond capacity: Int) -> Int {
    max(needed, min(2 * capacity, mostText))
  }

  /// Returns the validity bitmap, creating it if necessary.
  mutating func makeValidity() -> UnsafeMutableRawPointer {
    if let validity { return validity.start }
    let bits = AlignedBytes(capacity: (capacity + 7) / 8)
    Bits.set(0..<count, of: bits.start)
    validity = bits
    return bits.start
  }

  /// Finds or adds a name that differs from the last one.
  mutating func findName(_ utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    lastPlace = names?.place(of: utf8) ?? 0
    lastName = names?.texts.utf8(of: Int(lastPlace)) ?? lastName
    return lastPlace
  }

  /// Removes all cells and keeps the capacity.
  mutating func removeAll() {
    (count, nullCount, textCount) = (0, 0, 0)
    validity?.free()
    validity = nil
    names?.removeAll()
    lastName = UnsafeBufferPointer(start: nil, count: 0)
    elements?.removeAll()
  }
}

/// A growable allocation aligned and padded to 64 bytes, as the Arrow format recommends.
///
/// The owner must call ``free()``; the memory is uninitialized.
///
/// Safe: there are as many bytes as `capacity` says, and `grow` copies those that were kept.
@usableFromInline struct AlignedBytes {
  @usableFromInline private(set) var start: UnsafeMutableRawPointer
  /// The allocated number of bytes.
  @usableFromInline private(set) var capacity: Int

  /// The alignment: the size of a cache line.
  static let alignment = 64

  /// Rounds a number of bytes up to the alignment.
  static func padded(_ count: Int) -> Int { (count + alignment - 1) & ~(alignment - 1) }

  init(capacity: Int) {
    self.capacity = AlignedBytes.padded(max(capacity, 1))
    start = .allocate(byteCount: self.capacity, alignment: AlignedBytes.alignment)
  }

  /// Grows the allocation and keeps the first `count` bytes.
  mutating func grow(to capacity: Int, keeping count: Int) {
    guard capacity > self.capacity else { return }
    let larger = AlignedBytes(capacity: capacity)
    larger.start.copyMemory(from: start, byteCount: count)
    free()
    self = larger
  }

  func free() { start.deallocate() }
}
