import AdherenceStatistics
import Scheduling

/// A flag, and the tasks that have it.
struct FlaggedTasks: Hashable, Sendable, Codable {
  var flag: PatientFlag
  /// The tasks, the most urgent first.
  var tasks: [FlaggedTask]

  /// How soon something should be done.
  var urgency: Int { tasks.reduce(0) { max($0, flag.urgency(regularity: $1.regularity)) } }
}

/// A task that has a flag.
struct FlaggedTask: Hashable, Sendable, Codable {
  /// What people call it; `nil` where the patient has one task alone.
  var title: String?
  /// The usual distance between its occurrences in seconds.
  var regularity: Int?
  /// The day on which what the flag says began.
  var since: CivilDate?
  /// The day of its last event.
  var lastDay: CivilDate?
  /// By how much it falls, where the flag says that.
  var fall: TaskMeasures.Fall?
}

extension FlaggedTask {
  /// A task's flag, with what is known of it.
  init(
    _ flag: PatientFlag, title: String?, _ measures: TaskMeasures, fall: TaskMeasures.Fall? = nil
  ) {
    let last = measures.phases?.last
    let since =
      switch flag {
      case .neverBegun: measures.firstDay
      case .discontinued: measures.phases?.course.value?.end.adding(days: 1)
      case .holidayNow, .fallingTrend: last?.adding(days: 1)
      }
    self.init(
      title: title, regularity: measures.regularity, since: since, lastDay: last,
      fall: fall)
  }
}
