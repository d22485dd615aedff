import CPostgreSQL
import Diagnostics
import Foundation
import Scheduling

// Safe: libpq copies what it gets, of which a piece has a megabyte at most.
extension Connection {
  /// Writes rows.
  ///
  /// - Parameters:
  ///   - sql: `COPY … FROM STDIN (FORMAT BINARY)`.
  ///   - rows: The rows.
  /// - Throws: `InputError` for errors of the server; no row is written then.
  func copyIn(_ sql: String, _ rows: CopyRows) throws(InputError) {
    try settle()
    guard PQsendQuery(handle, sql) == 1 else { throw failure(sql) }
    try flush(sql)
    guard let result = try nextResult(sql) else { throw failure(sql) }
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COPY_IN else {
      let error = inputError(ServerError(result: result), sql)
      _ = try? results(sql)
      throw error
    }
    try send(rows, sql)
    PQclear(try results(sql))
  }

  private func send(_ rows: CopyRows, _ sql: String) throws(InputError) {
    try send(CopyForm.header.withUnsafeBytes { put($0) }, sql)
    var start = 0
    while start < rows.byteCount, cancellation == nil {
      let end = min(rows.byteCount, start + Connection.piece)
      try send(rows.withBytes { put(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }, sql)
      start = end
      if isCancelled() { cancellation = .now + cancellationTimeout }
    }
    try send(CopyForm.end.withUnsafeBytes { put($0) }, sql)
    try send(PQputCopyEnd(handle, cancellation == nil ? nil : "cancelled"), sql)
  }

  /// The number of bytes passed to libpq per call, which copies them.
  private static let piece = 1 << 20

  private func put(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    PQputCopyData(
      handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
  }

  private func send(_ taken: Int32, _ sql: String) throws(InputError) {
    guard taken == 1 else { throw failure(sql) }
    try flush(sql)
  }
}
