package import AdherenceAnalytics
package import Diagnostics
import Scheduling

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
