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
