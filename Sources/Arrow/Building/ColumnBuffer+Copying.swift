// Safe: rows are compared with the other column's count, and `reserve` makes room before anything is written.
// Ends move no further than `reserveText` lets texts grow.
extension ColumnBuffer {
  /// Appends the value of an earlier row.
  ///
  /// - Parameters:
  ///   - row: The row, counted from 0.
  ///   - times: The number of copies.
  @inlinable package func repeatRow(_ row: Int, times: Int = 1) {
    precondition(row >= 0 && row < count, "there is no row \(row) among \(count)")
    if times == 1, kind == .name, cells.pointee.validity == nil {
      put(cells.pointee.values.start.load(fromByteOffset: 4 &* row, as: Int32.self))
    } else {
      repeatAny(row, times)
    }
  }

  @usableFromInline func repeatAny(_ row: Int, _ times: Int) {
    reserve(times)
    guard !isNull(row) else { return (0..<times).forEach { _ in appendNull() } }
    switch kind {
    case .integer, .number, .instant, .localTime: repeatValue(row, times, as: Int64.self)
    case .name, .date: repeatValue(row, times, as: Int32.self)
    case .boolean, .text, .list:
      for _ in 0..<times { append(row..<row + 1, of: self) }
    }
  }

  private func repeatValue<Value: BitwiseCopyable>(
    _ row: Int, _ times: Int, as type: Value.Type
  ) {
    let values = cells.pointee.values.start.assumingMemoryBound(to: type)
    values.advanced(by: count).update(repeating: values[row], count: times)
    if let validity = cells.pointee.validity {
      Bits.set(count..<count + times, of: validity.start)
    }
    cells.pointee.count += times
  }

  /// Appends rows of a column of the same kind, which may be this one.
  ///
  /// Names are added to the dictionary in the order of the rows.
  ///
  /// - Complexity: O(*n* + *d*) for *n* rows and a dictionary of *d* names; the dictionary is not
  ///   scanned for a single row.
  func append(_ rows: Range<Int>, of other: ColumnBuffer) {
    precondition(kind == other.kind, "rows of \(other.kind) cannot follow those of \(kind)")
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= other.count,
      "there are no rows \(rows) among \(other.count)")
    guard !rows.isEmpty else { return }
    reserve(rows.count)
    copyValues(rows, of: other)
    copyValidity(rows, of: other)
    cells.pointee.count += rows.count
  }

  private func copyValues(_ rows: Range<Int>, of other: ColumnBuffer) {
    let (values, others) = (cells.pointee.values.start, other.cells.pointee.values.start)
    switch kind {
    case .boolean: Bits.copy(rows, of: others, to: values, at: count)
    case .text: copyText(rows, of: other)
    case .list: copyLists(rows, of: other)
    case .name where other.cells != cells: copyNames(rows, of: other)
    case .integer, .number, .date, .instant, .localTime, .name:
      values.advanced(by: kind.width * count).copyMemory(
        from: others.advanced(by: kind.width * rows.lowerBound),
        byteCount: kind.width * rows.count)
    }
  }

  private func copyText(_ rows: Range<Int>, of other: ColumnBuffer) {
    let (start, end) = (other.start(of: rows.lowerBound), other.start(of: rows.upperBound))
    let textCount = cells.pointee.textCount
    reserveText(end - start)
    cells.pointee.text.start.advanced(by: textCount).copyMemory(
      from: other.cells.pointee.text.start.advanced(by: start), byteCount: end - start)
    copyEnds(rows, of: other, movedBy: textCount - start)
    cells.pointee.textCount += end - start
  }

  private func copyLists(_ rows: Range<Int>, of other: ColumnBuffer) {
    guard let elements = cells.pointee.elements, let others = other.cells.pointee.elements else {
      return
    }
    let (start, end) = (other.start(of: rows.lowerBound), other.start(of: rows.upperBound))
    copyEnds(rows, of: other, movedBy: elements.count - start)
    elements.append(start..<end, of: others)
  }

  private func copyEnds(_ rows: Range<Int>, of other: ColumnBuffer, movedBy distance: Int) {
    let target = cells.pointee.values.start.assumingMemoryBound(to: Int32.self)
    let source = other.cells.pointee.values.start.assumingMemoryBound(to: Int32.self)
    let (count, distance) = (count, Int32(truncatingIfNeeded: distance))
    for place in 0..<rows.count {
      target[count + place + 1] = source[rows.lowerBound + place + 1] &+ distance
    }
  }

  private func copyNames(_ rows: Range<Int>, of other: ColumnBuffer) {
    guard let others = other.cells.pointee.names?.texts else { return }
    let target = cells.pointee.values.start.assumingMemoryBound(to: Int32.self)
    let source = other.cells.pointee.values.start.assumingMemoryBound(to: Int32.self)
    // A table of all names would be too expensive for a few rows.
    let isLong = rows.count > others.count / 16
    var places = [Int32](repeating: -1, count: isLong ? others.count : 0)
    let hasNulls = other.nullCount > 0
    let count = count
    for (place, row) in rows.enumerated() {
      let index = Int(source[row])
      if hasNulls, other.isNull(row) {
        target[count + place] = 0
      } else if !isLong {
        target[count + place] = findName(others.utf8(of: index))
      } else {
        if places[index] < 0 { places[index] = findName(others.utf8(of: index)) }
        target[count + place] = places[index]
      }
    }
  }

  private func copyValidity(_ rows: Range<Int>, of other: ColumnBuffer) {
    let others = other.cells.pointee.validity
    if others == nil, cells.pointee.validity == nil { return }
    let (bits, added) = (cells.pointee.makeValidity(), count..<count + rows.count)
    guard let others else { return Bits.set(added, of: bits) }
    Bits.copy(rows, of: others.start, to: bits, at: count)
    cells.pointee.nullCount += rows.count - Bits.count(added, of: bits)
  }

  /// Removes all cells and keeps the capacity.
  func removeAll() { cells.pointee.removeAll() }

  /// The approximate size of the cells in bytes.
  var byteCount: Int {
    kind.byteCount(ofRows: count) + cells.pointee.textCount
      + (cells.pointee.validity == nil ? 0 : (count + 7) / 8)
      + (cells.pointee.names?.texts.byteCount ?? 0) + (cells.pointee.elements?.byteCount ?? 0)
  }
}

/// Operations on bitmaps, least significant bit first.
///
/// Safe: callers have as many bits as they name; a byte of the source is read where one of its bits
/// is meant, and one of the target where it was written. What is cut off are bits behind the last.
enum Bits {
  /// Copies bits to an offset; the remaining bits of the last byte become 0.
  ///
  /// The target after the offset may be uninitialized, so whole bytes are written.
  static func copy(
    _ rows: Range<Int>, of source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    at place: Int
  ) {
    var (row, place) = (rows.lowerBound, place)
    while row < rows.upperBound {
      let room = 8 - place & 7
      let count = min(room, rows.upperBound - row)
      let bits = read(count, at: row, of: source)
      let before = place & 7 == 0 ? 0 : target.load(fromByteOffset: place >> 3, as: UInt8.self)
      target.storeBytes(of: before | bits << (place & 7), toByteOffset: place >> 3, as: UInt8.self)
      row += count
      place += count
    }
  }

  /// Reads at most eight bits from an offset.
  private static func read(_ count: Int, at row: Int, of source: UnsafeRawPointer) -> UInt8 {
    var bits = UInt16(source.load(fromByteOffset: row >> 3, as: UInt8.self))
    // The next byte may be outside the buffer.
    if row & 7 + count > 8 {
      bits |= UInt16(source.load(fromByteOffset: row >> 3 + 1, as: UInt8.self)) << 8
    }
    return UInt8(truncatingIfNeeded: bits >> (row & 7)) & UInt8(truncatingIfNeeded: 1 << count - 1)
  }

  /// Sets bits to 1, and the remaining bits of the last byte to 0.
  static func set(_ rows: Range<Int>, of target: UnsafeMutableRawPointer) {
    var place = rows.lowerBound
    while place < rows.upperBound {
      let count = min(8 - place & 7, rows.upperBound - place)
      let bits = UInt8(truncatingIfNeeded: 1 << count - 1)
      let before = place & 7 == 0 ? 0 : target.load(fromByteOffset: place >> 3, as: UInt8.self)
      target.storeBytes(of: before | bits << (place & 7), toByteOffset: place >> 3, as: UInt8.self)
      place += count
    }
  }

  /// Counts the bits that are 1.
  static func count(_ rows: Range<Int>, of source: UnsafeRawPointer) -> Int {
    var (row, sum) = (rows.lowerBound, 0)
    while row < rows.upperBound {
      let count = min(8, rows.upperBound - row)
      sum += read(count, at: row, of: source).nonzeroBitCount
      row += count
    }
    return sum
  }
}
