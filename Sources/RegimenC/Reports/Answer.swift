import Arrow

/// What a report answers when it is asked for its parts.
///
/// Safe: options are a text of C, read before the answer comes.
protocol Answer: Sendable {
  /// A table by its name.
  func table(_ name: String) throws -> ColumnTable

  /// A text by its name, made by what the options say of it.
  func text(_ name: String, _ options: UnsafePointer<CChar>?) throws -> [UInt8]
}

/// A report that was handed out.
final class Report: Handle {
  let answer: any Answer

  init(_ answer: any Answer) { self.answer = answer }
}

/// Bytes that were handed out.
///
/// Safe: nothing writes to the copy once it is made, and it is freed with this object.
final class Bytes: Handle {
  let count: Int
  nonisolated(unsafe) let start: UnsafePointer<UInt8>

  /// Keeps a copy of bytes, with a zero behind them, which does not count.
  init(_ bytes: [UInt8]) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { copy.update(from: start, count: source.count) }
    }
    copy[bytes.count] = 0
    (start, count) = (UnsafePointer(copy), bytes.count)
  }

  deinit { start.deallocate() }
}
