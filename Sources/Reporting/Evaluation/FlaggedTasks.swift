import AdherenceStatistics
import Scheduling

/// A flag, and the tasks that have it.
struct FlaggedTasks: Hashable, Sendable, Codable {
  var flag: PatientFlag
  /// The tasks, the most urgent first.
  var tasks: [FlaggedTask]

  /// The urgency of the most urgent task.
  var urgency: Int { tasks.reduce(0) { max($0, flag.urgency(regularity: $1.regularity)) } }
}

/// A task that has a flag.
struct FlaggedTask: Hashable, Sendable, Codable {
  /// The title; `nil` if the patient has only one task.
  var title: String?
  /// The usual interval between occurrences in seconds.
  var regularity: Int?
  /// The day on which the flagged condition began.
  var since: CivilDate?
  /// The day of its last event.
  var lastDay: CivilDate?
  /// The decline, for a falling trend.
  var fall: TaskMeasures.Fall?
}

extension FlaggedTask {
  /// Creates the flag of a task from its measures.
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
