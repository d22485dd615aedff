/// A task's row on a patient's page.
struct TaskLine: Hashable, Sendable {
  /// The task's title.
  var name: String
  /// The schedule and targets as text.
  var plan = ""
  /// Notes on the plan, such as its end; may be empty.
  var notes = ""
  /// The ratio over the whole range; `nil` if it is missing.
  var ratio: Double?
  /// The lower limit of the ratio's interval.
  var lower: Double?
  /// The upper limit of the ratio's interval.
  var upper: Double?
  /// The reason for the missing ratio, in a word or two.
  var missing = ""
  /// The completed and due counts, such as `132 of 180`.
  var counts = ""
  /// The current streak in due days, or in periods of a quota; `nil` if nothing was due.
  var streak: Int?
  /// The length of the longest streak in days.
  var longestStreak: Int?
  /// The local time of the last event.
  var lastEvent: String?
  /// The flags of the task.
  var flags: [PageFlag] = []

  /// Creates a row without results.
  init(_ name: String) { self.name = name }
}

/// A hold's row on a patient's page.
struct HoldLine: Hashable, Sendable {
  /// The task's title; empty for all tasks.
  var task: String
  /// The local start time.
  var from: String
  /// The last local time; empty if the hold has no end.
  var to: String
  /// The effect on occurrences during the hold.
  var mode: String
  /// The reason.
  var reason: String
}

/// A count of rejected or questionable data.
struct QualityLine: Hashable, Sendable {
  /// The name of the count.
  var name: String
  /// The count.
  var count: Int
  /// The definition, in a sentence.
  var explanation: String

  init(_ name: String, _ count: Int, _ explanation: String) {
    self.name = name
    self.count = count
    self.explanation = explanation
  }
}
