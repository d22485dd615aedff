import Diagnostics
import Scheduling

// Safe: a field's bytes stay until the next row, and become a text here.
extension Fields {
  /// Returns a `text`; `nil` for null.
  ///
  /// - Throws: `InputError` for invalid UTF-8.
  func text(_ column: Int) throws(InputError) -> String? {
    guard let bytes = self[column] else { return nil }
    return try StoredText.text(bytes)
  }

  /// Returns a `bytea`; `nil` for null.
  func bytes(_ column: Int) -> [UInt8]? { self[column].map { Array($0) } }

  /// Returns the text of a `jsonb`; `nil` for null.
  ///
  /// - Throws: `InputError` for an unsupported version of the format and for invalid UTF-8.
  func json(_ column: Int) throws(InputError) -> String? {
    guard let bytes = self[column] else { return nil }
    guard bytes.first == 1 else { throw InputError(.broken(.jsonb)) }
    return try StoredText.json(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
  }

  /// Returns a `text[]`, which must be one-dimensional or empty; `nil` for null.
  ///
  /// - Throws: `InputError` for other arrays, null elements and invalid UTF-8.
  func texts(_ column: Int) throws(InputError) -> [String]? {
    guard let bytes = self[column] else { return nil }
    var rest = ArrayBytes(bytes)
    let dimensions = try rest.number()
    _ = try rest.number()
    guard try rest.number() == PostgreSQLType.text else { throw InputError(.broken(.array)) }
    if dimensions == 0 { return [] }
    let count = try rest.number()
    _ = try rest.number()
    // Each text has at least four bytes, so an invalid count cannot reserve more memory than that.
    guard dimensions == 1, count <= bytes.count / 4 else { throw InputError(.broken(.array)) }
    var texts: [String] = []
    texts.reserveCapacity(Int(count))
    for _ in 0..<count { texts.append(try StoredText.text(try rest.element())) }
    return texts
  }
}

extension InputError.Defect {
  /// A malformed `jsonb`.
  fileprivate static let jsonb = InputError.Defect(
    "is not in a supported format of jsonb (the server is newer than this version knows)")
  /// An array that is not a list of texts.
  fileprivate static let array = InputError.Defect(
    "is not a list of texts (it must have one dimension, and no null in it)")
}

/// A sequential reader of the bytes of an array.
///
/// Safe: bytes are taken where as many are left.
private struct ArrayBytes {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func number() throws(InputError) -> UInt32 {
    guard bytes.count - offset >= 4 else { throw InputError(.broken(.array)) }
    defer { offset += 4 }
    return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  mutating func element() throws(InputError) -> UnsafeRawBufferPointer {
    let count = Int(try number())
    guard count <= bytes.count - offset else { throw InputError(.broken(.array)) }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }
}
