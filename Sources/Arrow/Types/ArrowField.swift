package import CArrow
package import Diagnostics
import Scheduling

/// The name and type of a column and its children.
package struct ArrowField: Hashable, Sendable {
  /// The name; empty if the producer gives none.
  package let name: String
  /// The type; the index type of a dictionary-encoded column.
  package let type: ArrowType
  /// The columns of a struct, or the element column of a list.
  package let children: [ArrowField]
  /// The value column of a dictionary-encoded column; none or one.
  package let dictionary: [ArrowField]

  package init(
    _ name: String, _ type: ArrowType, children: [ArrowField] = [], dictionary: [ArrowField] = []
  ) {
    (self.name, self.type, self.children, self.dictionary) = (name, type, children, dictionary)
  }

  /// The type of the values, encoded in a dictionary or not.
  package var valueType: ArrowType { dictionary.first?.valueType ?? type }

  /// The display name of the type.
  package var typeName: String {
    dictionary.first.map { "dictionary of \($0.typeName)" } ?? type.name
  }
}

extension ArrowField {
  /// The maximum nesting depth, which also ends cyclic schemas.
  private static let deepest = 64

  /// Parses a schema.
  ///
  /// - Throws: `InputError` for an invalid format string, a name that is not UTF-8, or a missing
  ///   child.
  package init(_ schema: ArrowSchema) throws(InputError) {
    try self.init(schema, depth: 0)
  }

  private init(_ schema: ArrowSchema, depth: Int) throws(InputError) {
    let name = try ArrowField.text(schema.name)
    guard depth < ArrowField.deepest else {
      throw InputError(.tooLarge(what: "levels of nested columns", limit: ArrowField.deepest))
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
    Self("has an unknown type: '\(format)' (cast the column to another)")
  }

  static func missingPart(_ part: String) -> Self {
    Self("lacks a \(part) (the producer of the table is faulty)")
  }

  static func wrongCount(_ count: Int, _ what: String) -> Self {
    Self("cannot have \(count) \(what) (the producer of the table is faulty)")
  }

  static let wrongIndices = Self("has a dictionary without whole numbers as indices")
}
