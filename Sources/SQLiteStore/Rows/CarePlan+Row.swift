import AdherenceAnalytics
import Scheduling

extension CarePlan: VersionRow {
  static let table = "care_plans"
  static let columns = ["id", "title", "group_name"] + versionColumns

  init(_ row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    self.init(id: try row.require(try row.text()), title: try row.text())
    group = try row.text()
    try readVersion(&row)
  }

  func write(to row: inout Bindings, _ references: RowReferences) throws(InputError) {
    row.bind(id)
    row.bind(title)
    row.bind(group)
    try writeVersion(to: &row)
  }
}
