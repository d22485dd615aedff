package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// A kind of record whose versions are rows of one table, in the order of recording.
///
/// The columns are those of its fields; required fields come first.
package protocol VersionRow: FieldedRecord {
  static var table: String { get }
  /// The columns of required fields.
  static var requiredColumns: [String] { get }
  /// The number of leading required columns that are foreign keys.
  static var referenceCount: Int { get }

  /// Reads the required columns.
  init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError)
  /// Writes the required columns.
  func writeRequired(to row: inout some RowBindings, _ references: RowReferences)
    throws(InputError)
}

/// The foreign keys of a row.
package struct RowReferences {
  package var task: Int64
  package var schedule: Int64
  /// The digests of the referenced rows, if the database has checksums.
  package var digests: (task: UInt64, schedule: UInt64) = (0, 0)

  package init(task: Int64 = 0, schedule: Int64 = 0) {
    self.task = task
    self.schedule = schedule
  }
}

extension VersionRow {
  package static var referenceCount: Int { 0 }

  private static var others: [RecordField<Self>] { fields.filter { !$0.access.isRequired } }

  /// The columns besides `patient` and `position`.
  package static var columns: [String] { requiredColumns + others.map(\.column) }

  /// Reads all columns.
  package init(_ row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    try self.init(required: &row, terms)
    let fields = Self.fields.span
    for index in fields.indices where !fields[index].access.isRequired {
      // Most columns are null; those that always have a value are read for their error.
      if fields[index].access.mayBeNull, row.skipNull() { continue }
      try read(fields[index].access, &row)
    }
  }

  /// Writes all columns.
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

  /// Sets a property unless the value is absent, as most are.
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

extension FieldAccess {
  /// Whether the column is null where the record has no value.
  fileprivate var mayBeNull: Bool {
    switch self {
    case .id, .zone, .begin, .truth: false
    case .choice(let choice): !choice.isAlwaysThere
    case .text, .date, .moment, .instant, .wait, .texts, .labelled, .address, .drug, .notes,
      .userInfo:
      true
    }
  }
}

extension RecordField {
  /// The name of the column: the field's name in snake case, avoiding reserved words of SQL.
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

extension Patient: VersionRow {
  package static let table = "patient_versions"
  /// The id is stored in another column.
  package static let requiredColumns = ["zone"]

  package init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    let name: String = try row.require(try row.text())
    let zone = try row.reference { () throws(InputError) in try terms.zone(name) }
    self.init(id: "", zone: zone)
  }

  package func writeRequired(to row: inout some RowBindings, _ references: RowReferences) {
    row.bind(zone.id)
  }
}

extension CarePlan: VersionRow {
  package static let table = "care_plans"
  package static let requiredColumns = ["id"]

  package init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    self.init(id: try row.require(try row.text()))
  }

  package func writeRequired(to row: inout some RowBindings, _ references: RowReferences) {
    row.bind(id)
  }
}

extension Contact: VersionRow {
  package static let table = "contacts"
  package static let requiredColumns = ["id"]

  package init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    self.init(id: try row.require(try row.text()))
  }

  package func writeRequired(to row: inout some RowBindings, _ references: RowReferences) {
    row.bind(id)
  }
}

extension CareTask: VersionRow {
  package static let table = "task_versions"
  package static let requiredColumns = ["task", "schedule"]
  package static let referenceCount = 2

  package init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    let task = try row.require(try row.integer())
    let id = try row.reference { () throws(InputError) in try terms.task(task) }
    let number = try row.require(try row.integer())
    let schedule = try row.reference { () throws(InputError) in try terms.schedule(number) }
    self.init(id: id, schedule: schedule)
  }

  package func writeRequired(to row: inout some RowBindings, _ references: RowReferences) {
    row.bind(reference: references.task)
    row.bind(reference: references.schedule)
  }
}

extension NamedEvent: VersionRow {
  package static let table = "named_events"
  package static let requiredColumns = ["event", "time"]

  package init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    let name = try row.require(try row.text())
    self.init(name, at: try row.require(try row.moment()))
  }

  package func writeRequired(to row: inout some RowBindings, _ references: RowReferences)
    throws(InputError)
  {
    row.bind(name)
    try row.bind(time)
  }
}

extension Hold: VersionRow {
  package static let table = "holds"
  package static let requiredColumns = ["starts"]

  package init(required row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    self.init(from: try row.require(try row.moment()), to: nil)
  }

  package func writeRequired(to row: inout some RowBindings, _ references: RowReferences)
    throws(InputError)
  { try row.bind(from) }
}
