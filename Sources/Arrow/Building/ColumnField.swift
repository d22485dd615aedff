/// What the cells of a column are, and how they lie in memory.
@usableFromInline package enum ColumnKind: Hashable, Sendable, CaseIterable {
  /// Whole numbers of 64 bits.
  case integer
  /// Floating-point numbers of 64 bits.
  case number
  /// Truth values, a bit each.
  case boolean
  /// Texts that differ from row to row.
  case text
  /// Texts of which few differ, such as ids: each row has the place of its text in a dictionary.
  case name
  /// Days since 1970.
  case date
  /// Microseconds since 1970 in UTC.
  case instant
  /// Microseconds since 1970 of a clock on the wall, without a zone.
  case localTime
  /// Lists of texts.
  case list
}

extension ColumnKind {
  /// The bytes of a cell in the buffer of values, and 0 for bits; a text or list has its end there.
  @usableFromInline var width: Int {
    switch self {
    case .integer, .number, .instant, .localTime: 8
    case .text, .name, .date, .list: 4
    case .boolean: 0
    }
  }

  /// Whether the buffer of values holds where cells end, with a 0 before the first.
  @usableFromInline var hasEnds: Bool { self == .text || self == .list }

  /// The bytes of the values of so many rows.
  @usableFromInline func byteCount(ofRows rows: Int) -> Int {
    width == 0 ? (rows + 7) / 8 : width * (hasEnds ? rows + 1 : rows)
  }
}

/// The name of a column, what its cells are, and what is said about it.
package struct ColumnField: Hashable, Sendable {
  /// Something that is said about a column, such as its unit.
  package struct Note: Hashable, Sendable {
    package var key: String
    package var value: String

    /// Creates a note.
    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
  }

  package var name: String
  package var kind: ColumnKind
  /// The notes, in the order in which files have them.
  package var metadata: [Note]

  /// Creates a field.
  package init(name: String, kind: ColumnKind, metadata: [Note] = []) {
    (self.name, self.kind, self.metadata) = (name, kind, metadata)
  }
}
