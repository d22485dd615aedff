/// A column of a batch to which cells are appended.
///
/// The column's kind determines which overloads of `append` are valid. A column must not outlive
/// its batch. It holds at most 2 GiB of text, so the batch must be emptied in time; see
/// ``ColumnBatch/byteCount``.
///
/// Safe: the cells are the batch's, which outlives it.
@usableFromInline package struct ColumnBuffer {
  @usableFromInline let cells: UnsafeMutablePointer<ColumnCells>

  /// Creates an empty column, which its batch frees.
  init(_ kind: ColumnKind) {
    cells = .allocate(capacity: 1)
    cells.initialize(to: ColumnCells(kind))
  }

  func free() {
    cells.pointee.free()
    cells.deinitialize(count: 1)
    cells.deallocate()
  }

  @inlinable package var kind: ColumnKind { cells.pointee.kind }
  /// The number of cells.
  @inlinable package var count: Int { cells.pointee.count }
  /// The number of null cells.
  package var nullCount: Int { cells.pointee.nullCount }
}

// Non-null cells.
//
// Safe: text never grows beyond `ColumnCells.mostText`, so that no sum wraps.
extension ColumnBuffer {
  /// Appends an integer.
  @inlinable @inline(__always) package func append(_ value: Int64) {
    assert(kind == .integer)
    put(value)
  }

  /// Appends a floating-point number.
  @inlinable @inline(__always) package func append(_ value: Double) {
    assert(kind == .number)
    put(value)
  }

  /// Appends a date.
  ///
  /// - Parameter days: The days since 1970-01-01.
  @inlinable @inline(__always) package func append(days: Int32) {
    assert(kind == .date)
    put(days)
  }

  /// Appends a time, or null if it is out of the range of microseconds (292,000 years).
  ///
  /// - Parameter seconds: The seconds since 1970.
  @inlinable @inline(__always) package func append(seconds: Int64) {
    assert(kind == .instant || kind == .localTime)
    let (microseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflows { appendNull() } else { put(microseconds) }
  }

  /// Appends a Boolean.
  @inlinable @inline(__always) package func append(_ value: Bool) {
    assert(kind == .boolean)
    let place = begin()
    ColumnBuffer.setBit(value, at: place, of: cells.pointee.values.start)
    end(place)
  }

  /// Appends a text or name.
  @inlinable package func append(utf8: UnsafeBufferPointer<UInt8>) {
    if kind == .name { return put(place(ofName: utf8)) }
    assert(kind == .text)
    let start = cells.pointee.textCount
    if start &+ utf8.count > cells.pointee.text.capacity { reserveText(utf8.count) }
    if let source = utf8.baseAddress {
      let target = cells.pointee.text.start.advanced(by: start)
      WordwiseBytes.copy(utf8.count, from: source, to: target)
    }
    cells.pointee.textCount = start &+ utf8.count
    putEnd(start &+ utf8.count)
  }

  /// Appends a text or name.
  @inlinable package func append(_ text: String) {
    var text = text
    text.withUTF8 { append(utf8: $0) }
  }

  /// Appends a list of texts.
  package func append(list: [String]) {
    assert(kind == .list)
    guard let elements = cells.pointee.elements else { return }
    for text in list { elements.append(text) }
    putEnd(elements.count)
  }
}

// The primitive operations.
//
// Safe: `begin` makes room for a cell before it is stored, and ends of texts are such that 32 bits
// can say.
extension ColumnBuffer {
  /// Reserves space for a cell and returns its index.
  @inlinable @inline(__always) func begin() -> Int {
    let place = cells.pointee.count
    if place == cells.pointee.capacity { reserve(1) }
    return place
  }

  /// Completes a non-null cell.
  @inlinable @inline(__always) func end(_ place: Int) {
    if let validity = cells.pointee.validity {
      ColumnBuffer.setBit(true, at: place, of: validity.start)
    }
    cells.pointee.count = place &+ 1
  }

  @inlinable @inline(__always) func put<Value: BitwiseCopyable>(_ value: Value) {
    let place = begin()
    cells.pointee.values.start.storeBytes(
      of: value, toByteOffset: place &* MemoryLayout<Value>.size, as: Value.self)
    end(place)
  }

  /// Appends a cell that ends at an offset into the text or the elements.
  @inlinable @inline(__always) func putEnd(_ textEnd: Int) {
    let place = begin()
    cells.pointee.values.start.storeBytes(
      of: Int32(truncatingIfNeeded: textEnd), toByteOffset: 4 &* place &+ 4, as: Int32.self)
    end(place)
  }

  /// Returns the dictionary index of a name; most rows repeat the name of the previous row.
  @inlinable @inline(__always) func place(ofName utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    let last = cells.pointee.lastName
    if utf8.count == last.count, let bytes = utf8.baseAddress, let other = last.baseAddress,
      WordwiseBytes.areEqual(bytes, other, utf8.count)
    {
      return cells.pointee.lastPlace
    }
    return findName(utf8)
  }

  /// Sets the last bit and clears the bits after it.
  @inlinable @inline(__always) static func setBit(
    _ bit: Bool, at place: Int, of bits: UnsafeMutableRawPointer
  ) {
    let (byte, shift) = (place &>> 3, UInt8(truncatingIfNeeded: place & 7))
    let before = shift == 0 ? 0 : bits.load(fromByteOffset: byte, as: UInt8.self)
    bits.storeBytes(of: before | (bit ? 1 : 0) &<< shift, toByteOffset: byte, as: UInt8.self)
  }

  @usableFromInline func reserve(_ more: Int) { cells.pointee.reserve(more) }

  @usableFromInline func reserveText(_ more: Int) { cells.pointee.reserveText(more) }

  @usableFromInline func findName(_ utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    cells.pointee.findName(utf8)
  }
}

// Nulls.
//
// Safe: rows are below `count`, up to which every end was stored.
extension ColumnBuffer {
  /// Appends a null cell.
  @usableFromInline package func appendNull() {
    let (place, kind) = (begin(), kind)
    let validity = cells.pointee.validity?.start ?? cells.pointee.makeValidity()
    ColumnBuffer.setBit(false, at: place, of: validity)
    let values = cells.pointee.values.start
    switch kind.width {
    case 0: ColumnBuffer.setBit(false, at: place, of: values)
    case 8: values.storeBytes(of: 0, toByteOffset: 8 * place, as: Int64.self)
    default:
      let end = kind.hasEnds ? Int32(truncatingIfNeeded: start(of: place)) : 0
      values.storeBytes(
        of: end, toByteOffset: 4 * (kind.hasEnds ? place + 1 : place), as: Int32.self)
    }
    cells.pointee.nullCount += 1
    cells.pointee.count = place + 1
  }

  /// Returns whether a cell is null.
  package func isNull(_ row: Int) -> Bool {
    guard let validity = cells.pointee.validity else { return false }
    return validity.start.load(fromByteOffset: row >> 3, as: UInt8.self) >> (row & 7) & 1 == 0
  }

  /// Returns the start offset of a text or list, which is the end of the previous one.
  func start(of row: Int) -> Int {
    Int(cells.pointee.values.start.load(fromByteOffset: 4 &* row, as: Int32.self))
  }

  /// Returns the bytes of a text.
  func utf8(of row: Int) -> UnsafeBufferPointer<UInt8> {
    let (start, end) = (start(of: row), start(of: row + 1))
    return UnsafeBufferPointer(
      start: cells.pointee.text.start.advanced(by: start).assumingMemoryBound(to: UInt8.self),
      count: end - start)
  }
}

// Safe: `reserve` makes room for the cells that are lent, which are as wide as the kind; microseconds of the
// calendar fit 64 bits.
extension ColumnBuffer {
  /// Appends non-null cells in one step.
  func append<Value: BitwiseCopyable>(
    _ count: Int, of _: Value.Type, _ write: (UnsafeMutableBufferPointer<Value>) -> Void
  ) {
    assert(kind.width == MemoryLayout<Value>.size && !kind.hasEnds)
    let first = cells.pointee.count
    reserve(count)
    let start = cells.pointee.values.start + first * MemoryLayout<Value>.size
    write(
      UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: Value.self), count: count))
    if let validity = cells.pointee.validity { Bits.set(first..<first + count, of: validity.start) }
    cells.pointee.count = first + count
  }

  /// Appends times in seconds since 1970, which must be representable in microseconds.
  func append(seconds: Span<Int64>) {
    assert(kind == .instant || kind == .localTime)
    append(seconds.count, of: Int64.self) { cells in
      for place in seconds.indices { cells[place] = seconds[place] &* 1_000_000 }
    }
  }

  /// Returns the dictionary index of a name, adding it if it is new.
  func place(ofName name: String) -> Int32 {
    var name = name
    return name.withUTF8 { place(ofName: $0) }
  }
}
