import AdherenceStatistics
import Scheduling

extension PatientFlag {
  /// The urgency of the flag: a current pause ranks above a treatment stopped long ago.
  var urgency: Int {
    switch self {
    case .holidayNow: 4
    case .discontinued: 3
    case .neverBegun: 2
    case .fallingTrend: 1
    }
  }

  /// All flags, the most urgent first.
  static var byUrgency: [PatientFlag] { allCases.sorted { $0.urgency > $1.urgency } }

  /// Returns the urgency of the flag for a task, given how often it is due.
  ///
  /// Tasks due daily, such as tablets, rank above those due several times a week, and those above
  /// weekly or rarer ones, such as surveys: a stopped tablet ranks above a paused survey. A falling
  /// trend is always last.
  ///
  /// - Parameter regularity: The usual interval between occurrences in seconds.
  /// - Returns: The urgency; greater is more urgent.
  func urgency(regularity: Int?) -> Int {
    if self == .fallingTrend { return urgency }
    let day = 86_400
    let rank = regularity.map { $0 <= day ? 3 : $0 < 7 * day ? 2 : 1 } ?? 1
    return rank * 10 + urgency
  }
}

extension PageFlag {
  /// Creates the display of a flag with its tasks and their start dates.
  init(_ own: FlaggedTasks, _ parameters: MeasureParameters) {
    self.init(own.flag, parameters)
    word += own.names
    explanation = own.tasks.map { $0.explanation(own.flag, parameters) }.joined(separator: " ")
  }

  /// Creates the display of a flag.
  init(_ flag: PatientFlag, _ parameters: MeasureParameters) {
    let (holiday, gap) = (parameters.holidayDays, parameters.gapDays)
    switch flag {
    case .holidayNow:
      self.init(
        "‖", "paused",
        "The last \(holiday) days or more on which something was due are without an event; of a quota those of a "
          + "period in which nothing was done. Whether treatment has stopped cannot be judged yet.",
        .urgent)
    case .discontinued:
      self.init(
        "■", "stopped",
        "\(gap) days of the plan or more, outside holds, have passed without an event, and two or more "
          + "occurrences or periods of a quota.", .urgent)
    case .neverBegun:
      self.init("○", "never started", "Something was due, and no event was ever recorded.", .urgent)
    case .fallingTrend:
      self.init(
        "↘", "declining",
        "The weekly ratios fell by ten points or more over the last twelve weeks, and fall by a "
          + "Mann-Kendall test, corrected for autocorrelation, that stands up to the tests of all patients "
          + "(Benjamini and Hochberg, 5 %).",
        .watch)
    }
  }

  /// Creates the display of a task's decline, before it is tested against those of all patients.
  init(_ fall: TaskMeasures.Fall, of title: String? = nil) {
    let word = title.map { "declines: \($0)" } ?? "declines"
    self.init("↘", word, "\(fall.words).", .notice)
  }
}

extension TaskMeasures.Fall {
  /// The decline as text.
  fileprivate var words: String {
    let points = Int((-change * 100).rounded())
    let p = p < 0.0001 ? "below 0.0001" : "\((p * 10_000).rounded() / 10_000)"
    return
      "The weekly ratios fell by \(points) points over the last twelve weeks; by a Mann-Kendall test "
      + "over all weeks p is \(p)"
  }
}

extension PatientFacts {
  /// The declines of the tasks, before they are tested against those of all patients.
  var fallsAsFlags: [PageFlag] {
    falls.compactMap { own in own.fall.map { PageFlag($0, of: own.title) } }
  }
}

extension FlaggedTasks {
  /// The names of the tasks after the flag; empty if the patient has only one task.
  fileprivate var names: String {
    let titles = tasks.compactMap(\.title)
    return titles.isEmpty ? "" : ": " + titles.joined(separator: ", ")
  }
}

extension FlaggedTask {
  /// Returns the observation of a task with its start.
  fileprivate func explanation(_ flag: PatientFlag, _ parameters: MeasureParameters) -> String {
    let name = title.map { "\($0): " } ?? ""
    if let fall { return "\(name)\(fall.words)." }
    let since = since.map { " since \($0)" } ?? ""
    let last = lastDay.map { "; the last event was on \($0)" } ?? ""
    return switch flag {
    case .holidayNow, .fallingTrend: "\(name)Nothing\(since)\(last)."
    case .discontinued: "\(name)Stopped\(since)\(last)."
    case .neverBegun: "\(name)Never started, and due\(since)."
    }
  }
}
