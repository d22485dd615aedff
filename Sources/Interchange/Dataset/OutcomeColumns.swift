package import AdherenceAnalytics
package import Diagnostics
package import Scheduling

/// The column indices of `outcomes.csv`, looked up once because the file is by far the longest.
package struct OutcomeColumns {
  private let task, element, nominal, time, value, units, kind, type, status, deleted: Int?
  private let id, recordedAt, note, group, tags, remoteID: Int?
  private let hasUserInfo: Bool

  package static let columns = TableColumns(
    fields: ["patient"] + Outcome.columns, required: ["patient", "task"])

  package init(_ header: TableHeader) {
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

  /// Parses a row; local times are interpreted in the patient's zone.
  package func outcome(_ row: TableRow, in zone: Zone) throws(InputError) -> Outcome {
    if row.more != nil { return try Outcome(row, values: try values(row), in: zone) }
    let task = try row.require(row[task], "task")
    let key = try OccurrenceKey(element: row[element], nominal: row[nominal], path: { $0 })
    let moment: LocalOrInstant? = try row.value(at: time, "time", .moment)
    if key == nil, moment == nil { throw InputError(.missing, field: "time") }
    var outcome = Outcome(
      task: task, key: key, time: moment?.instant(in: zone), values: try values(row),
      status: try row.choice(at: status, "status") ?? .completed)
    outcome.id = row[id]
    outcome.recordedAt = try row.value(at: recordedAt, "recordedAt", .instant)
    outcome.isDeleted = try row.value(at: deleted, "deleted", .boolean) ?? false
    outcome.group = row[group]
    outcome.remoteID = row[remoteID]
    if tags != nil { outcome.tags = try row.list("tags") }
    if let note = row[note] { outcome.notes = [RecordNote(note)] }
    if hasUserInfo { outcome.userInfo = try row.userInfo() }
    return outcome
  }

  private func values(_ row: TableRow) throws(InputError) -> [OutcomeValue] {
    guard let cell = row[value] else { return [] }
    let type: ValueType? = try row.choice(at: type, "type")
    let content = try OutcomeValue.Content(cell: cell, type)
    return [OutcomeValue(content, units: row[units], kind: row[kind])]
  }
}

extension Outcome {
  /// Parses a row that has some of its fields in `more`.
  fileprivate init(
    _ row: TableRow, values: [OutcomeValue], in zone: Zone
  ) throws(InputError) {
    let task = try row.require(row.text("task"), "task")
    let key = try OccurrenceKey(
      element: row.text("element"), nominal: row.text("nominal"), path: { $0 })
    let moment: LocalOrInstant? = try row.value("time", .moment)
    if key == nil, moment == nil { throw InputError(.missing, field: "time") }
    let inMore = try row.inMore(row.more?.has("value") == true ? "value" : "values") {
      more throws(InputError) in try more.outcomeValues()
    }
    if inMore != nil, !values.isEmpty {
      throw InputError(.conflict(with: "more"), field: "value")
    }
    self.init(
      task: task, key: key, time: moment?.instant(in: zone), values: inMore ?? values,
      status: try row.choice("status") ?? .completed)
    try read(row)
  }
}
