/// Memory that begins at a multiple of 64 bytes and is a multiple of 64 bytes long, as Arrow's
/// readers like it.
///
/// Whoever has it frees it; what was not written is undefined.
///
/// Safe: there are as many bytes as `capacity` says, and `grow` copies those that were kept.
@usableFromInline struct AlignedBytes {
  @usableFromInline private(set) var start: UnsafeMutableRawPointer
  /// The bytes that there is room for.
  @usableFromInline private(set) var capacity: Int

  /// The bytes of a cache line.
  static let alignment = 64

  /// A number of bytes rounded up to whole lines.
  static func padded(_ count: Int) -> Int { (count + alignment - 1) & ~(alignment - 1) }

  /// Makes room for a number of bytes.
  init(capacity: Int) {
    self.capacity = AlignedBytes.padded(max(capacity, 1))
    start = .allocate(byteCount: self.capacity, alignment: AlignedBytes.alignment)
  }

  /// Makes room for more bytes, and keeps the first ones.
  mutating func grow(to capacity: Int, keeping count: Int) {
    guard capacity > self.capacity else { return }
    let larger = AlignedBytes(capacity: capacity)
    larger.start.copyMemory(from: start, byteCount: count)
    free()
    self = larger
  }

  /// Gives the memory back.
  func free() { start.deallocate() }
}
