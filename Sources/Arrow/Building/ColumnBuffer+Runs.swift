// Safe: `reserve` makes room for the cells that are lent, which are as wide as the kind; microseconds of the
// calendar fit 64 bits.
extension ColumnBuffer {
  /// Adds cells, none of them null, all of which are written at once.
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

  /// Adds moments by their seconds since 1970, which microseconds can count.
  func append(seconds: Span<Int64>) {
    assert(kind == .instant || kind == .localTime)
    append(seconds.count, of: Int64.self) { cells in
      for place in seconds.indices { cells[place] = seconds[place] &* 1_000_000 }
    }
  }

  /// The place in the dictionary of a name, which is added where it is not there.
  func place(ofName name: String) -> Int32 {
    var name = name
    return name.withUTF8 { place(ofName: $0) }
  }
}
