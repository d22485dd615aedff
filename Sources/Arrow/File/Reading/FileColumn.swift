/// A column of a file, or a part of one: what it is, and how its buffers follow each other.
struct FileColumn {
  var schema: SchemaContent
  var layout: Layout
  /// What errors call it; the entries of a dictionary have no name of their own.
  var name = ""
  var children: [FileColumn] = []
  /// The dictionary whose places the column holds.
  var dictionary: Int64?
  /// What the entries of the dictionary are; none or one.
  var entries: [FileColumn] = []

  /// How the buffers of a type follow each other.
  enum Layout: Hashable {
    /// Nothing at all: every row is null.
    case null
    case bits
    /// So many bytes a row.
    case fixed(Int)
    /// Ends of so many bytes each, and the bytes of all rows.
    case bytes(Int)
    /// Sixteen bytes a row, which hold short texts and point to long ones.
    case views
    /// Ends of so many bytes each, and the values of all rows in a child.
    case list(Int)
    /// Starts and lengths of so many bytes each, and the values of all rows in a child.
    case listView(Int)
    /// So many values of the child a row.
    case fixedList(Int)
    case structure
    /// The number of the child that has the value; each child has all rows.
    case sparseUnion
    /// The number of the child that has the value, and where.
    case denseUnion
    /// Where runs end in one child, and what is in them in another.
    case runs
  }

  /// Whether two columns can have one dictionary: their buffers are the same, whatever they mean.
  func isLaidOut(as other: FileColumn) -> Bool {
    layout == other.layout && dictionary == other.dictionary
      && children.count == other.children.count && entries.count == other.entries.count
      && zip(children, other.children).allSatisfy { $0.isLaidOut(as: $1) }
      && zip(entries, other.entries).allSatisfy { $0.isLaidOut(as: $1) }
  }
}
