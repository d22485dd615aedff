public import AdherenceAnalytics
public import Scheduling

extension RecordLine {
  /// A record as one line of JSON, from which ``init(_:)`` reads the same record.
  ///
  /// - Throws: `InputError` where the record has what JSON cannot say: a patient without an id, a time
  ///   outside the years 1 to 9999, a scoring of the program's own, a number below 0 or none.
  /// - Complexity: O(*n*) for *n* entries of the record.
  public static func text(of record: CareRecord) throws(InputError) -> String {
    try record.requireWritable()
    var json = JSONBytes()
    json.open("{")
    json.name("patient")
    json.append(record.patient)
    json.property("earlierPatients", items: record.earlierPatients) { $0.append($1) }
    json.property("carePlans", items: record.carePlans) { $0.append($1) }
    json.property("contacts", items: record.contacts) { $0.append($1) }
    var tasks = TaskBytes()
    json.name("tasks")
    json.open("[")
    for task in record.tasks { try tasks.append(task, to: &json) }
    json.close("]")
    json.property("holds", items: record.holds) { $0.append($1) }
    json.name("outcomes")
    json.open("[")
    for outcome in record.outcomes { try json.append(outcome) }
    json.close("]")
    json.close("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

// The entries of a record; names are those of the fields that are read.
extension JSONBytes {
  fileprivate mutating func append(_ patient: Patient) {
    open("{")
    property("id", patient.id)
    property("zone", patient.zone.id)
    property("group", patient.group)
    property("start", patient.start?.description)
    property("givenName", patient.givenName)
    property("familyName", patient.familyName)
    property("sex", patient.sex?.rawValue)
    property("birthDate", patient.birthDate?.description)
    property("allergies", list: patient.allergies)
    property(versionOf: patient)
    close("}")
  }

  fileprivate mutating func append(_ plan: CarePlan) {
    open("{")
    property("id", plan.id)
    property("title", plan.title)
    property("group", plan.group)
    property(versionOf: plan)
    close("}")
  }

  fileprivate mutating func append(_ contact: Contact) {
    open("{")
    property("id", contact.id)
    property("givenName", contact.givenName)
    property("familyName", contact.familyName)
    property("organisation", contact.organisation)
    property("role", contact.role)
    property("title", contact.title)
    property("category", contact.category?.rawValue)
    property("emails", labelled: contact.emails)
    property("phones", labelled: contact.phones)
    property("messaging", labelled: contact.messaging)
    property("other", labelled: contact.other)
    if let address = contact.address { property("address", texts: address.texts) }
    property("carePlan", contact.carePlan)
    property("group", contact.group)
    property(versionOf: contact)
    close("}")
  }

  fileprivate mutating func append(_ hold: Hold) {
    open("{")
    property("task", hold.task)
    property("group", hold.group)
    property("from", hold.from.description)
    property("to", hold.to?.description)
    property("mode", hold.mode.rawValue)
    property("reason", hold.reason)
    property("id", hold.id)
    property("recordedAt", hold.recordedAt?.description)
    property("deleted", hold.isDeleted)
    property("remoteID", hold.remoteID)
    property("notes", notes: hold.notes)
    property("userInfo", texts: hold.userInfo)
    close("}")
  }

  fileprivate mutating func append(_ outcome: Outcome) throws(InputError) {
    try outcome.requireWritable()
    open("{")
    property("task", outcome.task)
    property("element", outcome.key?.element)
    property("nominal", outcome.key.map { "\($0.nominal)\($0.isSecondPass ? ";fold=1" : "")" })
    property("time", outcome.time?.description)
    property("values", values: outcome.values)
    if outcome.status != .completed { property("status", outcome.status.rawValue) }
    property("id", outcome.id)
    property("recordedAt", outcome.recordedAt?.description)
    if outcome.isDeleted { property("deleted", true) }
    property("group", outcome.group)
    property("tags", list: outcome.tags)
    property("remoteID", outcome.remoteID)
    property("notes", notes: outcome.notes)
    if !outcome.userInfo.isEmpty { property("userInfo", texts: outcome.userInfo) }
    close("}")
  }

  /// Writes what every versioned record has.
  mutating func property(versionOf record: some VersionedRecord) {
    property("effectiveFrom", record.effectiveFrom?.description)
    property("recordedAt", record.recordedAt?.description)
    property("deletedAt", record.deletedAt?.description)
    property("tags", list: record.tags)
    property("remoteID", record.remoteID)
    property("notes", notes: record.notes)
    if !record.userInfo.isEmpty { property("userInfo", texts: record.userInfo) }
  }
}
