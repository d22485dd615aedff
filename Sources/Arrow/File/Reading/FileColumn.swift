import CArrow
import Diagnostics
import Formats
import Scheduling

/// A column of a file or a nested column: its type and buffer layout.
struct FileColumn {
  var schema: SchemaContent
  var layout: Layout
  /// The name in error messages; the values of a dictionary have no name of their own.
  var name = ""
  var children: [FileColumn] = []
  /// The id of the dictionary; `nil` without one.
  var dictionary: Int64?
  /// The value type of the dictionary; none or one.
  var entries: [FileColumn] = []

  /// The buffer layout of a type.
  enum Layout: Hashable {
    /// No buffers: every row is null.
    case null
    case bits
    /// A fixed number of bytes per row.
    case fixed(Int)
    /// Offsets of the given width, and the bytes of all rows.
    case bytes(Int)
    /// Sixteen bytes per row, which contain short texts and refer to long ones.
    case views
    /// Offsets of the given width, and the values of all rows in a child.
    case list(Int)
    /// Offsets and lengths of the given width, and the values of all rows in a child.
    case listView(Int)
    /// A fixed number of the child's values per row.
    case fixedList(Int)
    case structure
    /// Type ids; each child has all rows.
    case sparseUnion
    /// Type ids and offsets into the children.
    case denseUnion
    /// Run ends in one child, and run values in another.
    case runs
  }

  /// Returns whether two columns can share a dictionary because their buffers have the same layout,
  /// whatever their type.
  func isLaidOut(as other: FileColumn) -> Bool {
    layout == other.layout && dictionary == other.dictionary
      && children.count == other.children.count && entries.count == other.entries.count
      && zip(children, other.children).allSatisfy { $0.isLaidOut(as: $1) }
      && zip(entries, other.entries).allSatisfy { $0.isLaidOut(as: $1) }
  }
}

extension FileColumn {
  /// The maximum nesting depth, which protects the stack against malformed schemas.
  private static let depthLimit = 64

  /// Parses the columns of a schema.
  ///
  /// - Throws: `InputError` if the file is big-endian or a type is unknown.
  static func columns(_ schema: FlatReader) throws(InputError) -> [FileColumn] {
    guard try schema.number(0, or: Int16(0)) == 0 else {
      throw InputError(
        .unsupported(part: "big-endian numbers (write it on another machine)"))
    }
    return try schema.tables(1).map { field throws(InputError) in
      try FileColumn(field, depth: 0)
    }
  }

  private init(_ field: FlatReader, depth: Int) throws(InputError) {
    guard depth < FileColumn.depthLimit else {
      throw InputError(.tooLarge(what: "levels of nested types", limit: FileColumn.depthLimit))
    }
    let name = try field.text(0) ?? ""
    let children = try field.tables(5).map { child throws(InputError) in
      try FileColumn(child, depth: depth + 1)
    }
    do throws(InputError) {
      try self.init(type: field.number(2, or: UInt8(0)), field.table(3), children)
      if let encoding = try field.table(4) { try encode(encoding) }
    } catch {
      throw InputError(error.problem, field: error.field ?? name)
    }
    (self.name, schema.name) = (name, name)
    for place in entries.indices { entries[place].name = name }
    schema.flags |= try field.truth(1) ? Int64(ARROW_FLAG_NULLABLE) : 0
    schema.metadata = try FileColumn.notes(field, 6)
  }

  /// Parses the metadata of a column or table.
  static func notes(_ table: FlatReader, _ slot: Int) throws(InputError) -> [ColumnField.Note] {
    try table.tables(slot).map { note throws(InputError) in
      ColumnField.Note(try note.text(0) ?? "", try note.text(1) ?? "")
    }
  }

  /// Turns a column of values into a dictionary-encoded column.
  private mutating func encode(_ encoding: FlatReader) throws(InputError) {
    var entry = self
    entry.schema.flags |= Int64(ARROW_FLAG_NULLABLE)
    let index = try FileType.integer(encoding.table(1))
    self = FileColumn(schema: SchemaContent(format: index.format, flags: 0), layout: index.layout)
    schema.dictionary = [entry.schema]
    if try encoding.truth(2) { schema.flags |= Int64(ARROW_FLAG_DICTIONARY_ORDERED) }
    dictionary = try encoding.number(0, or: 0)
    entries = [entry]
  }

  private init(
    type: UInt8, _ details: FlatReader?, _ children: [FileColumn]
  ) throws(InputError) {
    guard let read = FileType.all[type] else {
      throw InputError(.unsupported(part: "type \(type) of Arrow"))
    }
    let type = try read(details)
    guard type.takes(children) else { throw .damaged(.head) }
    self.init(schema: SchemaContent(format: type.format, flags: 0), layout: type.layout)
    self.children = children
    schema.children = children.map(\.schema)
    if type.isSorted { schema.flags |= Int64(ARROW_FLAG_MAP_KEYS_SORTED) }
  }

  /// Returns the value types of dictionaries by dictionary id.
  ///
  /// - Throws: `InputError` if columns of different types share a dictionary.
  static func dictionaries(
    of columns: [FileColumn]
  ) throws(InputError) -> [Int64: FileColumn] {
    var found: [Int64: FileColumn] = [:]
    var rest = columns
    while let column = rest.popLast() {
      rest += column.children + column.entries
      guard let number = column.dictionary, let entry = column.entries.first else { continue }
      if let other = found[number], !other.isLaidOut(as: entry) {
        throw .damaged(.head, column: column.name)
      }
      found[number] = entry
    }
    return found
  }
}
