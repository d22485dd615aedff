/// The type of a column and its memory layout.
@usableFromInline package enum ColumnKind: Hashable, Sendable, CaseIterable {
  /// Signed 64-bit integers.
  case integer
  /// 64-bit floating-point numbers.
  case number
  /// Booleans, one bit each.
  case boolean
  /// Texts without a dictionary.
  case text
  /// Dictionary-encoded texts with few distinct values, such as ids.
  case name
  /// Days since 1970.
  case date
  /// Microseconds since 1970 in UTC.
  case instant
  /// Microseconds since 1970 of local time without a zone.
  case localTime
  /// Lists of texts.
  case list
}

extension ColumnKind {
  /// The number of bytes per cell in the buffer of values: 4 for the offsets of texts and lists, 0
  /// for bits.
  @usableFromInline var width: Int {
    switch self {
    case .integer, .number, .instant, .localTime: 8
    case .text, .name, .date, .list: 4
    case .boolean: 0
    }
  }

  /// Whether the buffer of values holds offsets, starting with a 0.
  @usableFromInline var hasEnds: Bool { self == .text || self == .list }

  /// Returns the size of the buffer of values for a number of rows.
  @usableFromInline func byteCount(ofRows rows: Int) -> Int {
    width == 0 ? (rows + 7) / 8 : width * (hasEnds ? rows + 1 : rows)
  }
}

/// The name, kind and metadata of a column.
package struct ColumnField: Hashable, Sendable {
  /// A metadata entry of a column, such as its unit.
  package struct Note: Hashable, Sendable {
    package var key: String
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
  }

  package var name: String
  package var kind: ColumnKind
  /// The metadata in file order.
  package var metadata: [Note]

  package init(name: String, kind: ColumnKind, metadata: [Note] = []) {
    (self.name, self.kind, self.metadata) = (name, kind, metadata)
  }
}
