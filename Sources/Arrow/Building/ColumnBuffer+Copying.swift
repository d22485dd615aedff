extension ColumnBuffer {
  /// Adds the value of an earlier row again.
  ///
  /// - Parameters:
  ///   - row: The row, counted from 0.
  ///   - times: How many rows get it.
  package func repeatRow(_ row: Int, times: Int = 1) {
    precondition(row >= 0 && row < count, "there is no row \(row) among \(count)")
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
    let cells = values.start.assumingMemoryBound(to: type)
    cells.advanced(by: count).update(repeating: cells[row], count: times)
    if let validity { Bits.set(count..<count + times, of: validity.start) }
    count += times
  }

  /// Adds rows of a column of the same kind, which may be this one.
  ///
  /// Names come into the dictionary in the order of the rows that have them.
  ///
  /// - Complexity: O(*n* + *d*) for *n* rows, and *d* names where there is more than one row.
  package func append(_ rows: Range<Int>, of other: ColumnBuffer) {
    precondition(kind == other.kind, "rows of \(other.kind) cannot follow those of \(kind)")
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= other.count,
      "there are no rows \(rows) among \(other.count)")
    guard !rows.isEmpty else { return }
    reserve(rows.count)
    copyValues(rows, of: other)
    copyValidity(rows, of: other)
    count += rows.count
  }

  private func copyValues(_ rows: Range<Int>, of other: ColumnBuffer) {
    switch kind {
    case .boolean: Bits.copy(rows, of: other.values.start, to: values.start, at: count)
    case .text: copyText(rows, of: other)
    case .list: copyLists(rows, of: other)
    case .name where other !== self: copyNames(rows, of: other)
    case .integer, .number, .date, .instant, .localTime, .name:
      values.start.advanced(by: kind.width * count).copyMemory(
        from: other.values.start.advanced(by: kind.width * rows.lowerBound),
        byteCount: kind.width * rows.count)
    }
  }

  private func copyText(_ rows: Range<Int>, of other: ColumnBuffer) {
    let start = Int(other.end(of: rows.lowerBound - 1))
    let end = Int(other.end(of: rows.upperBound - 1))
    reserveText(end - start)
    text.start.advanced(by: textCount).copyMemory(
      from: other.text.start.advanced(by: start), byteCount: end - start)
    copyEnds(rows, of: other, movedBy: textCount - start)
    textCount += end - start
  }

  private func copyLists(_ rows: Range<Int>, of other: ColumnBuffer) {
    guard let elements, let others = other.elements else { return }
    let start = Int(other.end(of: rows.lowerBound - 1))
    let end = Int(other.end(of: rows.upperBound - 1))
    copyEnds(rows, of: other, movedBy: elements.count - start)
    elements.append(start..<end, of: others)
  }

  private func copyEnds(_ rows: Range<Int>, of other: ColumnBuffer, movedBy distance: Int) {
    let target = values.start.assumingMemoryBound(to: Int32.self)
    let source = other.values.start.assumingMemoryBound(to: Int32.self)
    let distance = Int32(truncatingIfNeeded: distance)
    for place in 0..<rows.count {
      target[count + place + 1] = source[rows.lowerBound + place + 1] &+ distance
    }
  }

  private func copyNames(_ rows: Range<Int>, of other: ColumnBuffer) {
    guard let names, let others = other.names else { return }
    let target = values.start.assumingMemoryBound(to: Int32.self)
    let source = other.values.start.assumingMemoryBound(to: Int32.self)
    var places = [Int32](repeating: -1, count: rows.count == 1 ? 0 : others.texts.count)
    for (place, row) in rows.enumerated() {
      let index = Int(source[row])
      if other.isNull(row) {
        target[count + place] = 0
      } else if places.isEmpty {
        target[count + place] = names.index(of: others.texts.utf8(of: index))
      } else {
        if places[index] < 0 { places[index] = names.index(of: others.texts.utf8(of: index)) }
        target[count + place] = places[index]
      }
    }
  }

  private func copyValidity(_ rows: Range<Int>, of other: ColumnBuffer) {
    if other.validity == nil, validity == nil { return }
    let bits = makeValidity()
    guard let others = other.validity else {
      return Bits.set(count..<count + rows.count, of: bits.start)
    }
    Bits.copy(rows, of: others.start, to: bits.start, at: count)
    nullCount += rows.count - Bits.count(count..<count + rows.count, of: bits.start)
  }

  /// The bytes of a text.
  func utf8(of row: Int) -> UnsafeBufferPointer<UInt8> {
    let (start, end) = (Int(end(of: row - 1)), Int(end(of: row)))
    return UnsafeBufferPointer(
      start: text.start.advanced(by: start).assumingMemoryBound(to: UInt8.self),
      count: end - start)
  }

  /// Forgets all cells, and keeps the memory.
  func removeAll() {
    (count, nullCount, textCount) = (0, 0, 0)
    validity?.free()
    validity = nil
    names?.removeAll()
    elements?.removeAll()
  }

  /// About how many bytes the cells take.
  var byteCount: Int {
    kind.byteCount(ofRows: count) + textCount + (validity == nil ? 0 : (count + 7) / 8)
      + (names?.texts.byteCount ?? 0) + (elements?.byteCount ?? 0)
  }
}
