public import Foundation

extension Data {
  /// Returns whether the bytes contain a text that is not empty; `range(of:)` takes seconds for megabytes.
  public func contains(_ text: String) -> Bool {
    withUnsafeBytes { bytes in
      let (text, first) = (Array(text.utf8), Int32(text.utf8.first ?? 0))
      var rest = bytes[...]
      while rest.count >= text.count {
        let memory = UnsafeRawBufferPointer(rebasing: rest)
        guard let start = memory.baseAddress, let found = memchr(start, first, memory.count)
        else { return false }
        rest = rest.dropFirst(UnsafeRawPointer(found) - start)
        if rest.count >= text.count, memcmp(found, text, text.count) == 0 { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }
}
