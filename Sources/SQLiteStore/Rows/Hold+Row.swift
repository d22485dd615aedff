import AdherenceAnalytics
import Scheduling

extension Hold: VersionRow {
  static let table = "holds"
  static let columns = [
    "task", "group_name", "starts", "ends", "mode", "reason", "id", "recorded_at", "deleted",
    "notes", "remote_id", "user_info",
  ]

  init(_ row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    let task = try row.text()
    let group = try row.text()
    let from = try row.require(try row.moment())
    self.init(task: task, from: from, to: try row.moment())
    self.group = group
    mode = try row.require(try row.choice())
    reason = try row.text()
    id = try row.text()
    recordedAt = try row.instant()
    isDeleted = try row.boolean()
    notes = try row.notes()
    remoteID = try row.text()
    userInfo = try row.userInfo()
  }

  func write(to row: inout Bindings, _ references: RowReferences) throws(InputError) {
    row.bind(task)
    row.bind(group)
    row.bind(from)
    row.bind(to)
    row.bind(mode.rawValue)
    row.bind(reason)
    row.bind(id)
    row.bind(recordedAt)
    row.bind(isDeleted)
    try row.bind(notes)
    row.bind(remoteID)
    try row.bind(json: userInfo)
  }
}
