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
