package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The rare fields of an outcome: the columns of `outcome_details`.
package struct OutcomeDetails {
  private var id: String?
  private var recordedAt: Instant?
  private var isDeleted = false
  package private(set) var isSecondPass = false
  private var group: String?
  private var tags: [String] = []
  private var notes: [RecordNote] = []
  private var remoteID: String?
  private var userInfo: [String: String] = [:]

  package static let columns = [
    "record_id", "recorded_at", "deleted", "second_pass", "group_name", "tags", "notes",
    "remote_id", "user_info",
  ]

  /// Creates the rare fields of an outcome; `nil` if it has none.
  package init?(_ outcome: Outcome) {
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

  package init(_ row: inout some RowColumns) throws(InputError) {
    id = try row.text()
    recordedAt = try row.instant()
    isDeleted = try row.boolean()
    isSecondPass = try row.boolean()
    group = try row.text()
    tags = try row.texts() ?? []
    notes = try row.notes()
    remoteID = try row.text()
    userInfo = try row.userInfo()
  }

  package func write(to row: inout some RowBindings) throws(InputError) {
    row.bind(id)
    try row.bind(recordedAt)
    row.bind(isDeleted)
    row.bind(isSecondPass)
    row.bind(group)
    try row.bind(texts: tags)
    try row.bind(notes)
    row.bind(remoteID)
    try row.bind(json: userInfo)
  }

  /// Whether there are fields besides the second-pass mark of the key.
  package var isMore: Bool {
    id != nil || recordedAt != nil || isDeleted || group != nil || !tags.isEmpty || !notes.isEmpty
      || remoteID != nil || !userInfo.isEmpty
  }

  package func give(to outcome: inout Outcome) {
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
