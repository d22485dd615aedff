/// A null-terminated C string with the lifetime of this object.
///
/// Safe: nothing writes to the copy once it is made, and it is freed with this object.
final class CText: Sendable {
  /// The first byte of the null-terminated string.
  nonisolated(unsafe) let start: UnsafePointer<CChar>
  private let count: Int

  init(_ text: String) {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { copy[place] = byte }
    (start, count) = (UnsafePointer(copy), bytes.count)
  }

  deinit { start.deallocate() }
}
