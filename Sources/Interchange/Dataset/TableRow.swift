import AdherenceAnalytics
import Scheduling

/// The columns that a table may and must have.
struct TableColumns {
  let known: [String]
  let required: [String]

  /// The columns of records with fields; what only JSON can nest is no column.
  init(fields: [String], required: [String]) {
    known = fields.filter { !["notes", "userInfo", "address"].contains($0) }
    self.required = required
  }
}

/// Where the columns of a table stand.
struct TableHeader {
  private let places: [String: Int]
  /// The columns of objects, such as `userInfo.arm`, with their places.
  private let nested: [(object: Substring, name: String, place: Int)]

  /// Reads a header whose columns are all different.
  init(_ columns: [String]) {
    places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    nested = columns.enumerated().compactMap { place, column in
      guard let dot = column.firstIndex(of: ".") else { return nil }
      return (column[..<dot], String(column[column.index(after: dot)...]), place)
    }
  }

  subscript(column: String) -> Int? { places[column] }

  /// The columns of an object.
  func columns(of object: String) -> [(name: String, place: Int)] {
    nested.filter { $0.object == object }.map { ($0.name, $0.place) }
  }

  /// Whether a column is one that a program made up for itself.
  static func isUserInfo(_ column: String) -> Bool {
    column.hasPrefix("userInfo.") && column != "userInfo."
  }
}

/// A row of a table whose fields go by their columns' names.
struct TableRow {
  /// What parts the entries of a list in one field.
  static let separator: Character = ";"

  private let record: CSVRecord
  let header: TableHeader

  init(_ record: CSVRecord, _ header: TableHeader) {
    self.record = record
    self.header = header
  }

  /// The line on which the row starts.
  var line: Int { record.line }

  /// The field at a place; `nil` where it is empty or the file has no such column.
  subscript(place: Int?) -> String? {
    guard let place, !record[place].isEmpty else { return nil }
    return record[place]
  }
}

extension TableRow: Fields {
  func text(_ name: String) -> String? { self[header[name]] }

  func value<Value: LosslessStringConvertible>(_ name: String, _ expected: InputError.Expected)
    throws(InputError) -> Value?
  {
    try value(at: header[name], name, expected)
  }

  /// The field at a place as a value.
  func value<Value: LosslessStringConvertible>(
    at place: Int?, _ name: String, _ expected: InputError.Expected
  ) throws(InputError) -> Value? {
    guard let text = self[place] else { return nil }
    guard let value = Value(text) else {
      throw InputError(.malformed(text: text, expected), field: name)
    }
    return value
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(InputError) -> Choice?
  where Choice.RawValue == String {
    try choice(at: header[name], name)
  }

  /// The field at a place as a case.
  func choice<Choice: RawRepresentable & CaseIterable>(at place: Int?, _ name: String)
    throws(InputError) -> Choice? where Choice.RawValue == String
  {
    guard let text = self[place] else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    throw InputError(
      .notOneOf(text: text, allowed: Choice.allCases.map(\.rawValue)), field: name)
  }

  func boolean(_ name: String) throws(InputError) -> Bool? { try value(name, .boolean) }

  func list(_ name: String) -> [String] {
    (text(name) ?? "").split(separator: TableRow.separator).map(String.init)
  }

  func notes() -> [Note] { text("note").map { [Note($0)] } ?? [] }

  func texts(in object: String, known: [String]?) -> [String: String] {
    var texts: [String: String] = [:]
    for (name, place) in header.columns(of: object) { texts[name] = self[place] }
    return texts
  }

  func labelled(_ name: String) -> [LabelledValue] {
    list(name).map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return LabelledValue(
        parts.count == 2 ? String(parts[0]) : "", String(parts[parts.count - 1]))
    }
  }

  func path(to name: String) -> String { name }
}
