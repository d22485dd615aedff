import Scheduling

// Safe: a field's bytes stay until the next row, and become a text here.
extension Fields {
  /// A `text`; `nil` for null.
  ///
  /// - Throws: `InputError` for what is not valid UTF-8.
  func text(_ column: Int) throws(InputError) -> String? {
    guard let bytes = self[column] else { return nil }
    return try StoredText.text(bytes)
  }

  /// A `bytea`; `nil` for null.
  func bytes(_ column: Int) -> [UInt8]? { self[column].map { Array($0) } }

  /// The text of a `jsonb`; `nil` for null.
  ///
  /// - Throws: `InputError` for another version of the form than the first, and what is not valid UTF-8.
  func json(_ column: Int) throws(InputError) -> String? {
    guard let bytes = self[column] else { return nil }
    guard bytes.first == 1 else { throw InputError(.broken(.jsonb)) }
    return try StoredText.json(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
  }

  /// A `text[]` of one dimension, or empty; `nil` for null.
  ///
  /// - Throws: `InputError` for other arrays, those with null in them, and what is not valid UTF-8.
  func texts(_ column: Int) throws(InputError) -> [String]? {
    guard let bytes = self[column] else { return nil }
    var rest = ArrayBytes(bytes)
    let dimensions = try rest.number()
    _ = try rest.number()
    guard try rest.number() == PostgreSQLType.text else { throw InputError(.broken(.array)) }
    if dimensions == 0 { return [] }
    let count = try rest.number()
    _ = try rest.number()
    // Each text has four bytes at least, so that no count reserves what is not there.
    guard dimensions == 1, count <= bytes.count / 4 else { throw InputError(.broken(.array)) }
    var texts: [String] = []
    texts.reserveCapacity(Int(count))
    for _ in 0..<count { texts.append(try StoredText.text(try rest.element())) }
    return texts
  }
}

extension InputError.Defect {
  /// A `jsonb` that is none.
  fileprivate static let jsonb = InputError.Defect(
    "is not in the form that jsonb has (the server is newer than this version knows)")
  /// An array that is not a list of texts.
  fileprivate static let array = InputError.Defect(
    "is not a list of texts (it must have one dimension, and no null in it)")
}

/// The bytes of an array, read one after the other.
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
