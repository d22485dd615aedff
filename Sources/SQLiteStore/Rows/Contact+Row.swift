import AdherenceAnalytics
import Scheduling

extension Contact: VersionRow {
  static let table = "contacts"
  static let columns =
    [
      "id", "given_name", "family_name", "organisation", "role", "title", "category", "address",
      "emails", "phones", "messaging", "other", "care_plan", "group_name",
    ] + versionColumns

  init(_ row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    self.init(
      id: try row.require(try row.text()), givenName: try row.text(), familyName: try row.text())
    organisation = try row.text()
    role = try row.text()
    title = try row.text()
    category = try row.choice()
    address = try row.json(AddressForm.self)?.address
    emails = try row.labelled()
    phones = try row.labelled()
    messaging = try row.labelled()
    other = try row.labelled()
    carePlan = try row.text()
    group = try row.text()
    try readVersion(&row)
  }

  func write(to row: inout Bindings, _ references: RowReferences) throws(InputError) {
    row.bind(id)
    row.bind(givenName)
    row.bind(familyName)
    row.bind(organisation)
    row.bind(role)
    row.bind(title)
    row.bind(category?.rawValue)
    if let address {
      row.bind(try JSONColumn.text(of: AddressForm(address)))
    } else {
      row.bind(nil as String?)
    }
    try row.bind(emails)
    try row.bind(phones)
    try row.bind(messaging)
    try row.bind(other)
    row.bind(carePlan)
    row.bind(group)
    try writeVersion(to: &row)
  }
}
