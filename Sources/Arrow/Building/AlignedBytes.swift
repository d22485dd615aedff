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
