public import Foundation

extension Data {
  /// Returns whether the bytes contain a text; `range(of:)` takes seconds for megabytes.
  public func contains(_ text: String) -> Bool {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return text.isEmpty }
      return memmem(start, bytes.count, text, text.utf8.count) != nil
    }
  }
}
