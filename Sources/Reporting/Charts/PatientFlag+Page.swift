import AdherenceStatistics

extension PatientFlag {
  /// How soon something should be done: whoever pauses now is called before who stopped long ago.
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
}

extension PageFlag {
  /// A flag in words, with the tasks that have it.
  init(_ own: FlaggedTasks, _ parameters: MeasureParameters) {
    self.init(own.flag, parameters)
    if !own.tasks.isEmpty { word += ": " + own.tasks.joined(separator: ", ") }
  }

  /// A flag in words.
  init(_ flag: PatientFlag, _ parameters: MeasureParameters) {
    let (holiday, gap) = (parameters.holidayDays, parameters.gapDays)
    switch flag {
    case .holidayNow:
      self.init(
        "‖", "holiday now",
        "Treatment goes on, and the last \(holiday) evaluable days or more are without an event.",
        .urgent)
    case .discontinued:
      self.init(
        "■", "discontinued", "\(gap) evaluable days or more have passed without an event.", .urgent)
    case .neverBegun:
      self.init("○", "never begun", "Something was due, and no event was ever recorded.", .urgent)
    case .fallingTrend:
      self.init(
        "↘", "falling trend", "The weekly ratios fall (Mann-Kendall test, p below 0.05).", .watch)
    }
  }
}
