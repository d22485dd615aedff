import AdherenceStatistics
import Scheduling

extension PageFlag {
  /// Creates the display of a task's flag, with the observation behind it.
  ///
  /// A decline is of low severity until it was tested against those of all patients.
  init(_ own: TaskFlag, _ parameters: MeasureParameters, isTested: Bool = true) {
    self.init(of: own, parameters, isTested: isTested)
    word += ": \(own.title)"
    explanation = own.explanation
  }

  /// Creates the display of a flag in the row of its task.
  init(of own: TaskFlag, _ parameters: MeasureParameters, isTested: Bool = false) {
    self.init(own.flag, parameters)
    if own.fall != nil, !isTested { severity = .notice }
  }

  /// Creates the display of a flag.
  init(_ flag: PatientFlag, _ parameters: MeasureParameters) {
    let (holiday, gap) = (parameters.holidayDays, parameters.gapDays)
    switch flag {
    case .paused:
      self.init(
        "‖", "paused",
        "The last \(holiday) days or more on which something was due are without an event; of a quota those of a "
          + "period in which nothing was done. Whether treatment has stopped cannot be judged yet.",
        .urgent)
    case .stopped:
      self.init(
        "■", "stopped",
        "\(gap) days of the plan or more, outside holds, have passed without an event, and two or more "
          + "occurrences or periods of a quota.", .urgent)
    case .neverStarted:
      self.init("○", "never started", "Something was due, and no event was ever recorded.", .urgent)
    case .declining:
      self.init(
        "↘", "declining",
        "The weekly ratios fell by ten points or more over the last twelve weeks, and fall by a "
          + "Mann-Kendall test, corrected for autocorrelation, that stands up to the tests of all patients "
          + "(Benjamini and Hochberg, 5 %).",
        .watch)
    }
  }
}

extension TaskFlag {
  /// The observation as a sentence.
  fileprivate var explanation: String {
    let since = since.map { "since \($0.words)" } ?? ""
    let last = lastEvent.map { "; the last event was on \($0.words)" } ?? ""
    return switch flag {
    case .paused, .stopped: "\(evidence.capitalizedFirst), \(since)\(last)."
    case .neverStarted: "\(evidence.capitalizedFirst), \(since)."
    case .declining: "\(evidence.capitalizedFirst)."
    }
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
