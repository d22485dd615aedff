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
