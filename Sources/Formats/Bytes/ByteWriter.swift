/// A growing buffer of bytes, to which many short pieces are appended.
///
/// An array would check for each piece whether it is shared; this buffer is never copied.
///
/// It is public because only public functions are inlined in other modules; the module is no product.
///
/// - Complexity: Appending *n* bytes is O(*n*) on average.
///
/// Safe: `reserve` precedes each write, for as many bytes, and nothing else has the memory.
public struct ByteWriter: ~Copyable, ByteOutputStream {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0

  /// Creates an empty buffer.
  public init(capacity: Int = 256) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The number of bytes.
  @inlinable public var count: Int { end }

  /// Returns a copy of the bytes from an offset.
  public func bytes(from offset: Int = 0) -> [UInt8] {
    precondition(0...end ~= offset, "an offset behind the bytes")
    return Array(UnsafeBufferPointer(start: start + offset, count: end - offset))
  }

  /// The bytes as text.
  public var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: end), as: UTF8.self)
  }

  /// Removes all bytes and keeps the capacity.
  @inlinable
  public mutating func removeAll() { end = 0 }

  /// Reserves capacity for additional bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ more: Int) {
    if more > capacity - end { grow(by: more) }
  }

  @usableFromInline @inline(never)
  mutating func grow(by more: Int) {
    capacity = max(2 * capacity, end + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: end)
    start.deallocate()
    start = larger
  }

  @inlinable @inline(__always)
  public mutating func put(byte: UInt8) {
    reserve(1)
    start[end] = byte
    end += 1
  }

  @inlinable @inline(__always)
  public mutating func put(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      (start + end).update(from: first, count: bytes.count)
    }
    end += bytes.count
  }

  @inlinable @inline(__always)
  public mutating func putDigits(_ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(ByteDigits.limit)
    end += write(start + end)
  }
}
