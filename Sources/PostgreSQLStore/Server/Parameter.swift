import CPostgreSQL

/// A parameter of a statement.
enum Parameter {
  /// An `int8`.
  case integer(Int64)
  /// An `int4`.
  case int4(Int32)
  /// A `text`.
  case text(String)
  /// A `bytea`.
  case bytes([UInt8])
  /// A `text[]`.
  case texts([String])
  /// A `jsonb`, as JSON text.
  case json(String)

  /// The object id of the type, the same in every server.
  var type: Oid {
    switch self {
    case .integer: 20
    case .int4: 23
    case .text: PostgreSQLType.text
    case .bytes: 17
    case .texts: 1009
    case .json: 3802
    }
  }
}

/// The parameters of a statement in binary format, as libpq expects them.
///
/// Safe: each value begins where its length was put, and the pointers are used while the bytes are
/// lent.
struct EncodedParameters {
  private var rows = CopyRows()
  /// The offset of each value, which its length precedes.
  private var starts: [Int] = []

  init(_ values: [Parameter]) {
    for value in values {
      starts.append(rows.byteCount)
      switch value {
      case .integer(let value): rows.put(int8: value)
      case .int4(let value): rows.put(int4: value)
      case .text(let value): rows.put(text: value)
      case .bytes(let value): rows.put(bytes: value)
      case .texts(let value): rows.put(texts: value)
      case .json(let value): rows.put(json: value)
      }
    }
  }

  /// Calls a body with the pointers, lengths and formats of the values.
  func withPointers<Result>(
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    rows.withBytes { bytes in
      var pointers: [UnsafePointer<CChar>?] = []
      var lengths: [Int32] = []
      for place in starts {
        let length = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
        let start = bytes.baseAddress.map { ($0 + place + 4).assumingMemoryBound(to: CChar.self) }
        pointers.append(length < 0 ? nil : start)
        lengths.append(max(0, length))
      }
      return body(pointers, lengths, [Int32](repeating: 1, count: starts.count))
    }
  }
}
