import AdherenceAnalytics
import Scheduling

/// What few outcomes have: the columns of `outcome_details`.
struct OutcomeParticulars {
  private var id: String?
  private var recordedAt: Instant?
  private var isDeleted = false
  private(set) var isSecondPass = false
  private var group: String?
  private var tags: [String] = []
  private var notes: [Note] = []
  private var remoteID: String?
  private var userInfo: [String: String] = [:]

  static let columns = [
    "record_id", "recorded_at", "deleted", "second_pass", "group_name", "tags", "notes",
    "remote_id", "user_info",
  ]

  /// What an outcome has of them; `nil` where it has nothing.
  init?(_ outcome: Outcome) {
    id = outcome.id
    recordedAt = outcome.recordedAt
    isDeleted = outcome.isDeleted
    isSecondPass = outcome.key?.isSecondPass ?? false
    group = outcome.group
    tags = outcome.tags
    notes = outcome.notes
    remoteID = outcome.remoteID
    userInfo = outcome.userInfo
    if !isMore, !isSecondPass { return nil }
  }

  init(_ row: inout Columns) throws(InputError) {
    id = try row.text()
    recordedAt = try row.instant()
    isDeleted = try row.boolean()
    isSecondPass = try row.boolean()
    group = try row.text()
    tags = try row.texts()
    notes = try row.notes()
    remoteID = try row.text()
    userInfo = try row.userInfo()
  }

  func write(to row: inout Bindings) throws(InputError) {
    row.bind(id)
    row.bind(recordedAt)
    row.bind(isDeleted)
    row.bind(isSecondPass)
    row.bind(group)
    try row.bind(json: tags)
    try row.bind(notes)
    row.bind(remoteID)
    try row.bind(json: userInfo)
  }

  /// Whether there is more to it than the pass that the key means.
  var isMore: Bool {
    id != nil || recordedAt != nil || isDeleted || group != nil || !tags.isEmpty || !notes.isEmpty
      || remoteID != nil || !userInfo.isEmpty
  }

  func give(to outcome: inout Outcome) {
    outcome.id = id
    outcome.recordedAt = recordedAt
    outcome.isDeleted = isDeleted
    outcome.group = group
    outcome.tags = tags
    outcome.notes = notes
    outcome.remoteID = remoteID
    outcome.userInfo = userInfo
  }
}
