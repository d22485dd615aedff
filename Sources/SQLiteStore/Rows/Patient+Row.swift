import AdherenceAnalytics
import Scheduling

extension Patient: VersionRow {
  static let table = "patient_versions"
  static let columns =
    [
      "zone", "group_name", "start", "given_name", "family_name", "sex", "birth_date", "allergies",
    ] + versionColumns

  /// Reads a version of a patient, whose id stands elsewhere.
  init(_ row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    let name: String = try row.require(try row.text())
    let zone = try row.reference { () throws(InputError) in try terms.zone(name) }
    self.init(id: "", zone: zone, group: try row.text())
    start = try row.value(.date)
    givenName = try row.text()
    familyName = try row.text()
    sex = try row.choice()
    birthDate = try row.value(.date)
    allergies = try row.texts()
    try readVersion(&row)
  }

  func write(to row: inout Bindings, _ references: RowReferences) throws(InputError) {
    row.bind(zone.id)
    row.bind(group)
    row.bind(start?.description)
    row.bind(givenName)
    row.bind(familyName)
    row.bind(sex?.rawValue)
    row.bind(birthDate?.description)
    try row.bind(json: allergies)
    try writeVersion(to: &row)
  }
}
