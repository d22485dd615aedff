/// A column that grows by a cell at a time.
///
/// Its buffers lie in memory as Arrow has them, so that handing them out copies nothing. Which append fits
/// is a matter of the column's kind. A column holds at most 2 GiB of text: whoever fills it empties it
/// before, see ``ColumnBatch/byteCount``.
@usableFromInline package final class ColumnBuffer {
  @usableFromInline package let kind: ColumnKind
  // Checked at run time, accesses would cost more than what they guard: every cell makes several.
  /// How many cells there are.
  @exclusivity(unchecked) @usableFromInline package internal(set) var count = 0
  /// How many of them are null.
  @exclusivity(unchecked) package internal(set) var nullCount = 0
  /// The rows that there is room for.
  @exclusivity(unchecked) @usableFromInline var capacity: Int
  /// Numbers, bits, places in the dictionary, or ends of texts and lists.
  @exclusivity(unchecked) @usableFromInline var values: AlignedBytes
  /// The bits of cells that are not null; `nil` as long as there is no null.
  @exclusivity(unchecked) @usableFromInline var validity: AlignedBytes?
  /// The bytes of texts.
  @exclusivity(unchecked) @usableFromInline var text: AlignedBytes
  @exclusivity(unchecked) @usableFromInline var textCount = 0
  /// The dictionary of names.
  @usableFromInline let names: NameTable?
  /// The texts of lists.
  @usableFromInline let elements: ColumnBuffer?

  /// Creates an empty column.
  package init(_ kind: ColumnKind) {
    self.kind = kind
    capacity = 64
    values = AlignedBytes(capacity: kind.byteCount(ofRows: 64))
    text = AlignedBytes(capacity: 64)
    names = kind == .name ? NameTable() : nil
    elements = kind == .list ? ColumnBuffer(.text) : nil
    if kind.hasEnds { values.start.storeBytes(of: 0, as: Int32.self) }
  }

  deinit {
    values.free()
    validity?.free()
    text.free()
  }

  /// Makes room for a number of rows more.
  @usableFromInline func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    values.grow(to: kind.byteCount(ofRows: capacity), keeping: kind.byteCount(ofRows: count))
    validity?.grow(to: (capacity + 7) / 8, keeping: (count + 7) / 8)
  }

  /// Makes room for a number of bytes of text more.
  @usableFromInline func reserveText(_ more: Int) {
    let needed = textCount + more
    precondition(needed <= Int32.max, "a column holds at most 2 GiB of text, not \(needed) bytes")
    if needed > text.capacity {
      text.grow(to: max(2 * text.capacity, needed), keeping: textCount)
    }
  }
}

// Cells that are not null.
extension ColumnBuffer {
  /// Adds a whole number.
  @inlinable @inline(__always) package func append(_ value: Int64) {
    assert(kind == .integer)
    put(value)
  }

  /// Adds a number.
  @inlinable @inline(__always) package func append(_ value: Double) {
    assert(kind == .number)
    put(value)
  }

  /// Adds a date.
  ///
  /// - Parameter days: The days since 1970-01-01.
  @inlinable @inline(__always) package func append(days: Int32) {
    assert(kind == .date)
    put(days)
  }

  /// Adds a moment; one that microseconds cannot count, 292,000 years away, is null.
  ///
  /// - Parameter seconds: The seconds since 1970.
  @inlinable @inline(__always) package func append(seconds: Int64) {
    assert(kind == .instant || kind == .localTime)
    let (microseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflows { appendNull() } else { put(microseconds) }
  }

  /// Adds a truth value.
  @inlinable @inline(__always) package func append(_ value: Bool) {
    assert(kind == .boolean)
    if count == capacity { reserve(1) }
    setBit(value, of: values.start)
    markValid()
    count &+= 1
  }

  /// Adds a text or name.
  @inlinable package func append(utf8: UnsafeBufferPointer<UInt8>) {
    if let names { return put(names.index(of: utf8)) }
    assert(kind == .text)
    if textCount &+ utf8.count > text.capacity { reserveText(utf8.count) }
    if let source = utf8.baseAddress {
      text.start.advanced(by: textCount).copyMemory(from: source, byteCount: utf8.count)
    }
    textCount &+= utf8.count
    putEnd(textCount)
  }

  /// Adds a text or name.
  @inlinable package func append(_ text: String) {
    var text = text
    text.withUTF8 { append(utf8: $0) }
  }

  /// Adds a list of texts.
  package func append(list: [String]) {
    assert(kind == .list)
    guard let elements else { return }
    for text in list { elements.append(text) }
    putEnd(elements.count)
  }

  @inlinable @inline(__always) func put<Value: BitwiseCopyable>(_ value: Value) {
    if count == capacity { reserve(1) }
    values.start.storeBytes(
      of: value, toByteOffset: count &* MemoryLayout<Value>.size, as: Value.self)
    markValid()
    count &+= 1
  }

  /// Adds a cell that ends at a place among bytes or elements.
  @inlinable @inline(__always) func putEnd(_ end: Int) {
    if count == capacity { reserve(1) }
    values.start.storeBytes(
      of: Int32(truncatingIfNeeded: end), toByteOffset: 4 &* count &+ 4, as: Int32.self)
    markValid()
    count &+= 1
  }

  @inlinable @inline(__always) func markValid() {
    if let validity { setBit(true, of: validity.start) }
  }

  /// Sets the bit of the cell that comes next; the bits after it become 0.
  @inlinable @inline(__always) func setBit(_ bit: Bool, of bits: UnsafeMutableRawPointer) {
    let (byte, place) = (count &>> 3, UInt8(truncatingIfNeeded: count & 7))
    let before = place == 0 ? 0 : bits.load(fromByteOffset: byte, as: UInt8.self)
    bits.storeBytes(of: before | (bit ? 1 : 0) &<< place, toByteOffset: byte, as: UInt8.self)
  }
}

// Nulls.
extension ColumnBuffer {
  /// Adds a cell without a value.
  @usableFromInline package func appendNull() {
    if count == capacity { reserve(1) }
    let validity = validity ?? makeValidity()
    setBit(false, of: validity.start)
    nullCount += 1
    switch kind.width {
    case 0: setBit(false, of: values.start)
    case 8: values.start.storeBytes(of: 0, toByteOffset: 8 * count, as: Int64.self)
    default:
      let end = kind.hasEnds ? end(of: count - 1) : 0
      let place = kind.hasEnds ? count + 1 : count
      values.start.storeBytes(of: end, toByteOffset: 4 * place, as: Int32.self)
    }
    count += 1
  }

  /// Whether a cell has no value.
  package func isNull(_ row: Int) -> Bool {
    guard let validity else { return false }
    return validity.start.load(fromByteOffset: row >> 3, as: UInt8.self) >> (row & 7) & 1 == 0
  }

  /// Makes the bits of cells that are there, all of them with values.
  @discardableResult func makeValidity() -> AlignedBytes {
    if let validity { return validity }
    let bits = AlignedBytes(capacity: (capacity + 7) / 8)
    bits.start.initializeMemory(as: UInt8.self, repeating: 0xFF, count: (count + 7) / 8)
    // The bits after the last are 0, as those of a column that had nulls from its first cell on.
    if count & 7 != 0 {
      bits.start.storeBytes(of: 1 << (count & 7) - 1, toByteOffset: count / 8, as: UInt8.self)
    }
    validity = bits
    return bits
  }

  /// Where a text or list ends; that before the first ends at 0.
  @inlinable @inline(__always) func end(of row: Int) -> Int32 {
    values.start.load(fromByteOffset: 4 &* row &+ 4, as: Int32.self)
  }
}
