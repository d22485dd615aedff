package import AdherenceAnalytics
package import Scheduling

/// A kind of record whose versions are rows of one table, in the order in which they were recorded.
///
/// The columns are those of its fields; what a record cannot be made without comes first.
package protocol VersionRow: FieldedRecord {
  static var table: String { get }
  /// The columns of what a record cannot be made without.
  static var requiredColumns: [String] { get }
  /// How many of these, from the first on, have the number of a row of another table.
  static var referenceCount: Int { get }

  /// Reads what a record cannot be made without.
  init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError)
  /// Gives the required columns their values.
  func writeRequired(to row: inout some RowBindings, _ references: RowReferences)
    throws(InputError)
}

/// The numbers of what a row refers to.
package struct RowReferences {
  package var task: Int64
  package var schedule: Int64
  /// The digests of what has these numbers, where the database has sums.
  package var digests: (task: UInt64, schedule: UInt64) = (0, 0)

  package init(task: Int64 = 0, schedule: Int64 = 0) {
    self.task = task
    self.schedule = schedule
  }
}

extension VersionRow {
  package static var referenceCount: Int { 0 }

  private static var others: [RecordField<Self>] { fields.filter { !$0.access.isRequired } }

  /// The columns beside `patient` and `position`.
  package static var columns: [String] { requiredColumns + others.map(\.column) }

  /// Reads the columns.
  package init(_ row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    try self.init(required: &row, terms)
    for field in Self.fields where !field.access.isRequired { try read(field.access, &row) }
  }

  /// Gives the columns their values.
  package func write(to row: inout some RowBindings, _ references: RowReferences) throws(InputError)
  {
    try writeRequired(to: &row, references)
    for field in Self.fields where !field.access.isRequired { try write(field, to: &row) }
  }

  private mutating func read(_ access: FieldAccess<Self>, _ row: inout some RowColumns)
    throws(InputError)
  {
    switch access {
    case .id, .zone, .begin: break
    case .text(let path): set(path, try row.text())
    case .date(let path): set(path, try row.date())
    case .moment(let path): set(path, try row.moment())
    case .instant(let path): set(path, try row.instant())
    case .choice(let choice):
      let text = try row.choice(of: choice.allowed)
      if choice.isAlwaysThere { _ = try row.require(text) }
      if let text { choice.set(&self, text) }
    case .truth(let path, _): self[keyPath: path] = try row.boolean()
    case .wait(let path): set(path, try row.count())
    case .texts(let path): set(path, try row.texts())
    case .labelled(let path): set(path, try row.labelled())
    case .address(let path): set(path, try row.json([String: String].self).map(PostalAddress.init))
    case .drug(let path):
      let numbers = try row.json([String: Double].self)
      set(path, try DrugParameters(checking: numbers ?? [:], field: row.field))
    case .notes(let path): set(path, try row.notes())
    case .userInfo(let path): set(path, try row.userInfo())
    }
  }

  /// What is absent stays as it is, which is the case of most.
  private mutating func set<Value>(_ path: WritableKeyPath<Self, Value?>, _ value: Value?) {
    if value != nil { self[keyPath: path] = value }
  }

  private mutating func set<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value?) {
    if let value { self[keyPath: path] = value }
  }

  private func write(_ field: RecordField<Self>, to row: inout some RowBindings) throws(InputError)
  {
    switch field.access {
    case .id, .zone, .begin: break
    case .text(let path): row.bind(self[keyPath: path])
    case .date(let path): row.bind(self[keyPath: path])
    case .moment(let path): try row.bind(self[keyPath: path])
    case .instant(let path): try row.bind(self[keyPath: path])
    case .choice(let choice):
      let text = choice.get(self)
      if let text, !choice.allowed.contains(text) {
        throw InputError(
          .unsupported(part: "a \(field.name) that is a function"), field: field.name)
      }
      row.bind(text)
    case .truth(let path, _): row.bind(self[keyPath: path])
    case .wait(let path): row.bind(self[keyPath: path].map(Int64.init))
    case .texts(let path): try row.bind(texts: self[keyPath: path])
    case .labelled(let path): try row.bind(self[keyPath: path])
    case .address(let path):
      row.bind(
        json: try self[keyPath: path].map { address throws(InputError) in
          try JSONColumn.text(of: address.texts)
        })
    case .drug(let path):
      row.bind(
        json: try self[keyPath: path].map { drug throws(InputError) in
          try JSONColumn.text(of: drug.numbers)
        })
    case .notes(let path): try row.bind(self[keyPath: path])
    case .userInfo(let path): try row.bind(json: self[keyPath: path])
    }
  }
}

extension RecordField {
  /// The name of the column: that of the field as SQL writes names, and never one of its own words.
  fileprivate var column: String {
    switch name {
    case "group": "group_name"
    case "to": "ends"
    default:
      zip(" " + name, name).map { before, letter in
        before.isLowercase && letter.isUppercase ? "_\(letter)" : "\(letter)"
      }.joined().lowercased()
    }
  }
}
