import AdherenceAnalytics
import Scheduling

// The rows of the tables but outcomes. The columns stand in the order of the fields.
extension RowBytes {
  static let patientColumns =
    [
      "id", "zone", "group", "start", "givenName", "familyName", "sex", "birthDate", "allergies",
    ] + versionColumns

  mutating func append(_ patient: Patient) {
    field("id", patient.id)
    field("zone", patient.zone.id)
    field("group", patient.group)
    field("start", patient.start?.description)
    field("givenName", patient.givenName)
    field("familyName", patient.familyName)
    field("sex", patient.sex?.rawValue)
    field("birthDate", patient.birthDate?.description)
    field("allergies", list: patient.allergies)
    appendVersion(of: patient)
  }

  static let planColumns = ["patient", "id", "title", "group"] + versionColumns

  mutating func append(_ plan: CarePlan, of patient: String) {
    field("patient", patient)
    field("id", plan.id)
    field("title", plan.title)
    field("group", plan.group)
    appendVersion(of: plan)
  }

  static let contactColumns =
    [
      "patient", "id", "givenName", "familyName", "organisation", "role", "title", "category",
      "emails", "phones", "messaging", "other",
    ] + Contact.addressColumns + ["carePlan", "group"] + versionColumns

  mutating func append(_ contact: Contact, of patient: String) {
    field("patient", patient)
    field("id", contact.id)
    field("givenName", contact.givenName)
    field("familyName", contact.familyName)
    field("organisation", contact.organisation)
    field("role", contact.role)
    field("title", contact.title)
    field("category", contact.category?.rawValue)
    field("emails", labelled: contact.emails)
    field("phones", labelled: contact.phones)
    field("messaging", labelled: contact.messaging)
    field("other", labelled: contact.other)
    append(contact.address)
    field("carePlan", contact.carePlan)
    field("group", contact.group)
    appendVersion(of: contact)
  }

  /// Writes the parts of an address; one whose every part is empty is still not none.
  private mutating func append(_ address: PostalAddress?) {
    if address == PostalAddress() { more.property("address", texts: [:]) }
    let parts = address?.parts ?? []
    for (place, column) in Contact.addressColumns.enumerated() {
      let part = place < parts.count ? parts[place] : ""
      field(column, part.isEmpty ? nil : part)
    }
  }

  static let holdColumns = [
    "patient", "task", "group", "from", "to", "mode", "reason", "id", "recordedAt", "deleted",
    "remoteID", "note", "more",
  ]

  mutating func append(_ hold: Hold, of patient: String) {
    field("patient", patient)
    field("task", hold.task)
    field("group", hold.group)
    field("from", hold.from.description)
    field("to", hold.to?.description)
    field("mode", hold.mode.rawValue)
    field("reason", hold.reason)
    field("id", hold.id)
    field("recordedAt", hold.recordedAt?.description)
    field("deleted", hold.isDeleted)
    field("remoteID", hold.remoteID)
    field("note", notes: hold.notes)
    if !hold.userInfo.isEmpty { more.property("userInfo", texts: hold.userInfo) }
    end()
  }

  private static let versionColumns = [
    "effectiveFrom", "recordedAt", "deletedAt", "tags", "remoteID", "note", "more",
  ]

  /// Writes what every versioned record has, and ends the row.
  private mutating func appendVersion(of record: some VersionedRecord) {
    field("effectiveFrom", record.effectiveFrom?.description)
    field("recordedAt", record.recordedAt?.description)
    field("deletedAt", record.deletedAt?.description)
    field("tags", list: record.tags)
    field("remoteID", record.remoteID)
    field("note", notes: record.notes)
    if !record.userInfo.isEmpty { more.property("userInfo", texts: record.userInfo) }
    end()
  }
}

extension PostalAddress {
  /// The parts in the order of ``Contact/addressColumns``.
  fileprivate var parts: [String] {
    [street, district, city, county, state, postalCode, country, countryCode]
  }

  /// The parts that say something, by their names.
  var texts: [String: String] {
    let named = zip(Contact.addressFields, parts).filter { !$0.1.isEmpty }
    return Dictionary(uniqueKeysWithValues: named.map { ($0.0, $0.1) })
  }
}
