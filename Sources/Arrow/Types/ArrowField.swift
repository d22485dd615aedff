package import CArrow
package import Scheduling

/// A column's name and type, and those of the columns within it.
package struct ArrowField: Hashable, Sendable {
  /// The name; empty where the producer gives none.
  package let name: String
  /// The type, or that of the indices where the values stand in a dictionary.
  package let type: ArrowType
  /// The columns of a struct, or the one of a list's entries.
  package let children: [ArrowField]
  /// The values of a dictionary, in a list of one; empty where the column has none.
  package let dictionary: [ArrowField]

  /// Names a column.
  package init(
    _ name: String, _ type: ArrowType, children: [ArrowField] = [], dictionary: [ArrowField] = []
  ) {
    (self.name, self.type, self.children, self.dictionary) = (name, type, children, dictionary)
  }

  /// The type of the values, wherever they stand.
  package var valueType: ArrowType { dictionary.first?.valueType ?? type }

  /// What people call the type.
  package var typeName: String {
    dictionary.first.map { "dictionary of \($0.typeName)" } ?? type.name
  }
}

extension ArrowField {
  /// No schema of a table is deeper, and one that goes round in a circle must end.
  private static let deepest = 64

  /// Reads a schema.
  ///
  /// - Throws: `InputError` where a format string is none, a name is no UTF-8, or a child is missing.
  package init(_ schema: ArrowSchema) throws(InputError) {
    try self.init(schema, depth: 0)
  }

  private init(_ schema: ArrowSchema, depth: Int) throws(InputError) {
    let name = try ArrowField.text(schema.name)
    guard depth < ArrowField.deepest else {
      throw InputError(.tooLarge(what: "columns within each other", limit: ArrowField.deepest))
    }
    let format = try ArrowField.text(schema.format)
    guard let type = ArrowType(format: format) else {
      throw InputError(.broken(.unknownFormat(format)), field: name)
    }
    var children: [ArrowField] = []
    for index in 0..<(try ArrowField.childCount(schema, name)) {
      guard let child = schema.children?[index] else {
        throw InputError(.broken(.missingPart("column within it")), field: name)
      }
      children.append(try ArrowField(child.pointee, depth: depth + 1))
    }
    var dictionary: [ArrowField] = []
    if let values = schema.dictionary {
      guard case .integer = type else { throw InputError(.broken(.wrongIndices), field: name) }
      dictionary = [try ArrowField(values.pointee, depth: depth + 1)]
    }
    self.init(name, type, children: children, dictionary: dictionary)
  }

  private static func childCount(_ schema: ArrowSchema, _ name: String) throws(InputError) -> Int {
    let count = schema.n_children
    guard 0...1_000_000 ~= count else {
      throw InputError(.broken(.wrongCount(Int(count), "columns within it")), field: name)
    }
    return Int(count)
  }

  // Safe: the producer ends texts with a zero, as the interface asks.
  private static func text(_ bytes: UnsafePointer<CChar>?) throws(InputError) -> String {
    guard let bytes else { return "" }
    guard let text = String(validatingCString: bytes) else {
      throw InputError(.broken(.invalidUTF8))
    }
    return text
  }
}

extension InputError.Defect {
  static func unknownFormat(_ format: String) -> Self {
    Self("has a type that is not known: '\(format)' (cast the column to another)")
  }

  static func missingPart(_ part: String) -> Self {
    Self("lacks a \(part) (whoever made the table is at fault)")
  }

  static func wrongCount(_ count: Int, _ what: String) -> Self {
    Self("cannot have \(count) \(what) (whoever made the table is at fault)")
  }

  static let wrongIndices = Self("has a dictionary without whole numbers as indices")
}
