import AdherenceStatistics
import Scheduling

extension PatientFlag {
  /// How soon something should be done about a task: whoever pauses now is called before who stopped long
  /// ago.
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

  /// How soon something should be done about a task that is due so often.
  ///
  /// What is due every day, such as a tablet, comes before what is due several times a week, and that
  /// before a survey of every week or rarer: a stopped tablet before a paused survey. Falling is last of
  /// all, however often a task is due.
  ///
  /// - Parameter regularity: The usual distance between occurrences in seconds.
  /// - Returns: The greater, the sooner.
  func urgency(regularity: Int?) -> Int {
    if self == .fallingTrend { return urgency }
    let day = 86_400
    let rank = regularity.map { $0 <= day ? 3 : $0 < 7 * day ? 2 : 1 } ?? 1
    return rank * 10 + urgency
  }
}

extension PageFlag {
  /// A flag in words, with the tasks that have it and since when.
  init(_ own: FlaggedTasks, _ parameters: MeasureParameters) {
    self.init(own.flag, parameters)
    word += own.names
    explanation = own.tasks.map { $0.explanation(own.flag, parameters) }.joined(separator: " ")
  }

  /// A flag in words.
  init(_ flag: PatientFlag, _ parameters: MeasureParameters) {
    let (holiday, gap) = (parameters.holidayDays, parameters.gapDays)
    switch flag {
    case .holidayNow:
      self.init(
        "‖", "holiday now",
        "The last \(holiday) days or more on which something was due are without an event; of a quota those of a "
          + "period in which nothing was done. Whether treatment has stopped cannot be judged yet.",
        .urgent)
    case .discontinued:
      self.init(
        "■", "discontinued",
        "\(gap) days of the plan or more, outside holds, have passed without an event, and two or more "
          + "occurrences or periods of a quota.", .urgent)
    case .neverBegun:
      self.init("○", "never begun", "Something was due, and no event was ever recorded.", .urgent)
    case .fallingTrend:
      self.init(
        "↘", "falling trend",
        "The weekly ratios fell by ten points or more over the last twelve weeks, and fall by a "
          + "Mann-Kendall test, corrected for autocorrelation, that stands up to the tests of all patients "
          + "(Benjamini and Hochberg, 5 %).",
        .watch)
    }
  }

  /// A fall of one task, before it is held against those of all patients.
  init(_ fall: TaskMeasures.Fall, of title: String? = nil) {
    let word = title.map { "falls: \($0)" } ?? "falls"
    self.init("↘", word, "\(fall.words).", .notice)
  }
}

extension TaskMeasures.Fall {
  /// The fall in words.
  fileprivate var words: String {
    let points = Int((-change * 100).rounded())
    let p = p < 0.0001 ? "below 0.0001" : "\((p * 10_000).rounded() / 10_000)"
    return
      "The weekly ratios fell by \(points) points over the last twelve weeks; by a Mann-Kendall test "
      + "over all weeks p is \(p)"
  }
}

extension PatientFacts {
  /// The falls of tasks, before they are held against those of all patients.
  var fallsAsFlags: [PageFlag] {
    falls.compactMap { own in own.fall.map { PageFlag($0, of: own.title) } }
  }
}

extension FlaggedTasks {
  /// The names of the tasks behind the word of the flag; nothing where the patient has one task alone.
  fileprivate var names: String {
    let titles = tasks.compactMap(\.title)
    return titles.isEmpty ? "" : ": " + titles.joined(separator: ", ")
  }
}

extension FlaggedTask {
  /// What was seen of the task, since when.
  fileprivate func explanation(_ flag: PatientFlag, _ parameters: MeasureParameters) -> String {
    let name = title.map { "\($0): " } ?? ""
    if let fall { return "\(name)\(fall.words)." }
    let since = since.map { " since \($0)" } ?? ""
    let last = lastDay.map { "; the last event was on \($0)" } ?? ""
    return switch flag {
    case .holidayNow, .fallingTrend: "\(name)Nothing\(since)\(last)."
    case .discontinued: "\(name)Discontinued\(since)\(last)."
    case .neverBegun: "\(name)Never begun, and due\(since)."
    }
  }
}
