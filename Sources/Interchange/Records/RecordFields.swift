import AdherenceAnalytics
import Scheduling

extension Patient {
  static let fields =
    [
      "id", "zone", "group", "start", "givenName", "familyName", "sex", "birthDate", "allergies",
    ] + VersionedFields.names

  /// Reads a row of `patients.csv` or the `patient` of a record.
  init(_ fields: some Fields) throws(InputError) {
    self.init(
      id: try fields.require(try fields.text("id"), "id"),
      zone: try fields.require(try fields.zone(), "zone"), group: try fields.text("group"))
    start = try fields.value("start", .date)
    givenName = try fields.text("givenName")
    familyName = try fields.text("familyName")
    sex = try fields.choice("sex")
    birthDate = try fields.value("birthDate", .date)
    allergies = try fields.list("allergies")
    try readVersion(fields)
  }
}

extension CarePlan {
  static let fields = ["id", "title", "group"] + VersionedFields.names

  /// Reads a row of `plans.csv` or an entry of a record's `carePlans`.
  init(_ fields: some Fields) throws(InputError) {
    self.init(
      id: try fields.require(try fields.text("id"), "id"), title: try fields.text("title"))
    group = try fields.text("group")
    try readVersion(fields)
  }
}

extension Contact {
  static let addressFields = [
    "street", "district", "city", "county", "state", "postalCode", "country", "countryCode",
  ]
  static let fields =
    [
      "id", "givenName", "familyName", "organisation", "role", "title", "category", "emails",
      "phones", "messaging", "other", "address", "carePlan", "group",
    ] + VersionedFields.names
  /// The columns that a table has beside ``fields``.
  static let addressColumns = addressFields.map { "address.\($0)" }

  /// Reads a row of `contacts.csv` or an entry of a record's `contacts`.
  init(_ fields: some Fields) throws(InputError) {
    self.init(id: try fields.require(try fields.text("id"), "id"))
    givenName = try fields.text("givenName")
    familyName = try fields.text("familyName")
    organisation = try fields.text("organisation")
    role = try fields.text("role")
    title = try fields.text("title")
    category = try fields.choice("category")
    emails = try fields.labelled("emails")
    phones = try fields.labelled("phones")
    messaging = try fields.labelled("messaging")
    other = try fields.labelled("other")
    carePlan = try fields.text("carePlan")
    group = try fields.text("group")
    address = try fields.texts(in: "address", known: Contact.addressFields).map(PostalAddress.init)
    try readVersion(fields)
  }
}

extension PostalAddress {
  fileprivate init(_ texts: [String: String]) {
    self.init()
    street = texts["street"] ?? ""
    district = texts["district"] ?? ""
    city = texts["city"] ?? ""
    county = texts["county"] ?? ""
    state = texts["state"] ?? ""
    postalCode = texts["postalCode"] ?? ""
    country = texts["country"] ?? ""
    countryCode = texts["countryCode"] ?? ""
  }
}

extension Hold {
  static let fields = [
    "task", "group", "from", "to", "mode", "reason", "id", "recordedAt", "deleted", "remoteID",
    "note", "notes", "userInfo",
  ]

  /// Reads a row of `holds.csv` or an entry of a record's `holds`; the zone orders its moments.
  init(_ fields: some Fields, in zone: Zone) throws(InputError) {
    self.init(
      task: try fields.text("task"),
      from: try fields.require(try fields.value("from", .moment), "from"),
      to: try fields.value("to", .moment), reason: try fields.text("reason"))
    group = try fields.text("group")
    mode = try fields.choice("mode") ?? mode
    recordedAt = try fields.value("recordedAt", .instant)
    id = try fields.text("id")
    isDeleted = try fields.boolean("deleted") ?? false
    remoteID = try fields.text("remoteID")
    notes = try fields.notes()
    userInfo = try fields.userInfo()
    if task != nil, group != nil {
      throw InputError(.conflict(with: "task"), field: fields.path(to: "group"))
    }
    if let to, to.instant(in: zone) < from.instant(in: zone) {
      throw InputError(
        .outOfRange(text: to.description, rule: "not precede 'from'"), field: fields.path(to: "to"))
    }
  }
}
