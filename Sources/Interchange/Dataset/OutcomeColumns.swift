import AdherenceAnalytics
import Scheduling

/// Where the columns of `outcomes.csv` stand, looked up once: the file is by far the longest.
struct OutcomeColumns {
  let patient, task: Int?
  private let element, nominal, time, value, units, kind, type, status, deleted: Int?
  private let id, recordedAt, note, group, tags, remoteID: Int?
  private let hasUserInfo: Bool

  static let columns = TableColumns(
    fields: ["patient"] + Outcome.fields, required: ["patient", "task"])

  init(_ header: TableHeader) {
    patient = header["patient"]
    task = header["task"]
    element = header["element"]
    nominal = header["nominal"]
    time = header["time"]
    value = header["value"]
    units = header["units"]
    kind = header["kind"]
    type = header["type"]
    status = header["status"]
    deleted = header["deleted"]
    id = header["id"]
    recordedAt = header["recordedAt"]
    note = header["note"]
    group = header["group"]
    tags = header["tags"]
    remoteID = header["remoteID"]
    hasUserInfo = !header.columns(of: "userInfo").isEmpty
  }

  /// Reads a row; local times mean the patient's zone.
  func outcome(_ row: TableRow, task: String, in zone: Zone) throws(InputError) -> Outcome {
    let key = try OccurrenceKey(element: row[element], nominal: row[nominal], path: { $0 })
    let moment: Moment? = try row.value(at: time, "time", .moment)
    if key == nil, moment == nil { throw InputError(.missing, field: "time") }
    var outcome = Outcome(
      task: task, key: key, time: moment?.instant(in: zone), values: try values(row),
      status: try row.choice(at: status, "status") ?? .completed)
    outcome.id = row[id]
    outcome.recordedAt = try row.value(at: recordedAt, "recordedAt", .instant)
    outcome.isDeleted = try row.value(at: deleted, "deleted", .boolean) ?? false
    outcome.group = row[group]
    outcome.remoteID = row[remoteID]
    if tags != nil { outcome.tags = row.list("tags") }
    if let note = row[note] { outcome.notes = [Note(note)] }
    if hasUserInfo { outcome.userInfo = row.texts(in: "userInfo", known: nil) }
    return outcome
  }

  private func values(_ row: TableRow) throws(InputError) -> [OutcomeValue] {
    guard let cell = row[value] else { return [] }
    let type: ValueType? = try row.choice(at: type, "type")
    let content = try OutcomeValue.Content(cell: cell, type)
    return [OutcomeValue(content, units: row[units], kind: row[kind])]
  }
}
