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
  static let fields = ["id", "name", "carePlan"] + VersionedFields.names

  /// Reads a row of `contacts.csv` or an entry of a record's `contacts`.
  init(_ fields: some Fields) throws(InputError) {
    self.init(
      id: try fields.require(try fields.text("id"), "id"), name: try fields.text("name"))
    carePlan = try fields.text("carePlan")
    try readVersion(fields)
  }
}

extension Hold {
  static let fields = [
    "task", "group", "from", "to", "mode", "reason", "recordedAt", "userInfo",
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
