import CPostgreSQL
import Diagnostics
import Foundation
import Scheduling

/// The binary format of `COPY`.
///
/// A stream starts with a signature, flags and the length of a header extension; it ends with a
/// field count of -1. Numbers are big-endian.
///
/// Safe: every number and field is taken after a look at the bytes that are left, whatever length
/// the server states; there is room for as many fields as are asked for.
enum CopyForm {
  private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]

  /// The header before the rows.
  static let header = signature + [UInt8](repeating: 0, count: 8)

  /// The trailer after the rows.
  static let end: [UInt8] = [0xFF, 0xFF]

  /// Skips the header and returns whether it was valid.
  static func dropHeader(_ bytes: inout UnsafeRawBufferPointer) -> Bool {
    guard bytes.starts(with: signature) else { return false }
    bytes = UnsafeRawBufferPointer(rebasing: bytes[signature.count...])
    guard let flags = take(UInt32.self, from: &bytes), flags >> 16 == 0,
      let more = take(UInt32.self, from: &bytes), more <= bytes.count
    else { return false }
    bytes = UnsafeRawBufferPointer(rebasing: bytes[Int(more)...])
    return true
  }

  /// Removes and returns the number at the start; `nil` if there are too few bytes.
  static func take<Number: FixedWidthInteger>(
    _ type: Number.Type, from bytes: inout UnsafeRawBufferPointer
  ) -> Number? {
    let size = MemoryLayout<Number>.size
    guard bytes.count >= size else { return nil }
    defer { bytes = UnsafeRawBufferPointer(rebasing: bytes[size...]) }
    return Number(bigEndian: bytes.loadUnaligned(as: type))
  }

  /// Locates the fields of a row.
  ///
  /// - Returns: Whether the row has exactly `count` fields that fill its bytes.
  static func find(
    _ count: Int, in bytes: UnsafeRawBufferPointer, _ fields: UnsafeMutablePointer<Field>
  ) -> Bool {
    guard var place = bytes.baseAddress else { return count == 0 }
    let end = place + bytes.count
    for index in 0..<count {
      guard end - place >= 4 else { return false }
      let length = Int(Int32(bigEndian: place.loadUnaligned(as: Int32.self)))
      place += 4
      if length < 0 {
        guard length == -1 else { return false }
        (fields + index).initialize(to: Field(start: nil, count: 0))
      } else {
        guard length <= end - place else { return false }
        (fields + index).initialize(to: Field(start: place, count: length))
        place += length
      }
    }
    return place == end
  }
}

// Safe: libpq copies each piece, which has a megabyte at most.
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
