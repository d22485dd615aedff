/// A task's row on a patient's page.
struct TaskLine: Hashable, Sendable {
  /// The task's title.
  var name: String
  /// When it is due and how much of it, in words.
  var plan = ""
  /// What else there is to say of the plan, such as when it ended; may be empty.
  var notes = ""
  /// The ratio over the whole range; `nil` where it is missing.
  var ratio: Double?
  /// The lower limit of the ratio's interval.
  var lower: Double?
  /// The upper limit of the ratio's interval.
  var upper: Double?
  /// Why the ratio is missing, in a word or two.
  var missing = ""
  /// What was done of what was due, such as `132 of 180`.
  var counts = ""
  /// How many due days the current streak has, of a quota the last of each period; `nil` where nothing was due.
  var streak: Int?
  /// How many days the longest streak had.
  var longestStreak: Int?
  /// When the last event was, by the patient's clock.
  var lastEvent: String?
  /// What stands out.
  var flags: [PageFlag] = []

  /// Creates the row of a task of which nothing is known.
  init(_ name: String) { self.name = name }
}

/// A hold's row on a patient's page.
struct HoldLine: Hashable, Sendable {
  /// The task's title; empty where all tasks are meant.
  var task: String
  /// Its first moment, by the patient's clock.
  var from: String
  /// Its last moment; empty where it goes on.
  var to: String
  /// What it does to what was due meanwhile.
  var mode: String
  /// Why it was made.
  var reason: String
}

/// A count of what was set aside or doubted.
struct QualityLine: Hashable, Sendable {
  /// What was counted.
  var name: String
  /// How many there are.
  var count: Int
  /// What it means, in a sentence.
  var explanation: String

  /// Creates a line.
  init(_ name: String, _ count: Int, _ explanation: String) {
    self.name = name
    self.count = count
    self.explanation = explanation
  }
}
