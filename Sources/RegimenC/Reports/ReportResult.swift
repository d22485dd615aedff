import Arrow

/// A report that provides tables and texts by name.
///
/// Safe: options are a text of C, read before the call returns.
protocol ReportResult: Sendable {
  /// Returns the named table.
  func table(_ name: String) throws -> ColumnTable

  /// Returns the named text, rendered with the given options.
  func text(_ name: String, _ options: UnsafePointer<CChar>?) throws -> [UInt8]
}

/// The handle of a report.
final class Report: Handle {
  let result: any ReportResult

  init(_ result: any ReportResult) { self.result = result }
}

/// The handle of a byte string.
///
/// Safe: nothing writes to the copy once it is made, and it is freed with this object.
final class Bytes: Handle {
  let count: Int
  nonisolated(unsafe) let start: UnsafePointer<UInt8>

  /// Copies bytes and appends a terminating zero that does not count.
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
