import AdherenceAnalytics
import Scheduling

extension Patient: VersionRow {
  static let table = "patient_versions"
  /// The id stands elsewhere.
  static let requiredColumns = ["zone"]

  init(required row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    let name: String = try row.require(try row.text())
    let zone = try row.reference { () throws(InputError) in try terms.zone(name) }
    self.init(id: "", zone: zone)
  }

  func writeRequired(to row: inout Bindings, _ references: RowReferences) { row.bind(zone.id) }
}

extension CarePlan: VersionRow {
  static let table = "care_plans"
  static let requiredColumns = ["id"]

  init(required row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    self.init(id: try row.require(try row.text()))
  }

  func writeRequired(to row: inout Bindings, _ references: RowReferences) { row.bind(id) }
}

extension Contact: VersionRow {
  static let table = "contacts"
  static let requiredColumns = ["id"]

  init(required row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    self.init(id: try row.require(try row.text()))
  }

  func writeRequired(to row: inout Bindings, _ references: RowReferences) { row.bind(id) }
}

extension CareTask: VersionRow {
  static let table = "task_versions"
  static let requiredColumns = ["task", "schedule"]

  init(required row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    let task = try row.require(try row.integer())
    let id = try row.reference { () throws(InputError) in try terms.task(task) }
    let number = try row.require(try row.integer())
    let schedule = try row.reference { () throws(InputError) in try terms.schedule(number) }
    self.init(id: id, schedule: schedule)
  }

  func writeRequired(to row: inout Bindings, _ references: RowReferences) {
    row.bind(references.task)
    row.bind(references.schedule)
  }
}

extension Hold: VersionRow {
  static let table = "holds"
  static let requiredColumns = ["starts"]

  init(required row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    self.init(from: try row.require(try row.moment()), to: nil)
  }

  func writeRequired(to row: inout Bindings, _ references: RowReferences) { row.bind(from) }
}
