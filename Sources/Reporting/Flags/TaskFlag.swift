import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// A flag of a patient's task.
struct TaskFlag: Hashable, Sendable, Codable {
  var flag: PatientFlag
  /// The id of the task.
  var task: String
  /// The title of the task; its id if there is none.
  var title: String
  /// How urgent flags of the task are: see ``rank(of:_:mainTask:)``.
  var rank: Int
  /// The first day after the last event, or the first planned day if there was no event; `nil` for a decline.
  var since: CivilDate?
  /// The day of the last event.
  var lastEvent: CivilDate?
  /// The last day of the current plan; `nil` if it has no end date.
  var planEnd: CivilDate?
  /// The days with anything due since the last event; for a treatment that was never started, all that was due.
  var missed = 0.0
  /// The decline; `nil` for other flags.
  var fall: TaskMeasures.Fall?
}

extension TaskFlag {
  /// Creates a flag of a task from its measures.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - task: The current version of the task.
  ///   - measures: The measures.
  ///   - zone: The patient's zone.
  ///   - mainTask: The id of the main task, if one was chosen.
  ///   - fall: The decline, for ``PatientFlag/declining``.
  init(
    _ flag: PatientFlag, of task: CareTask, _ measures: TaskMeasures, in zone: Zone,
    mainTask: String?, fall: TaskMeasures.Fall? = nil
  ) {
    let course = measures.phases?.course.value
    let last = measures.phases?.last
    self.init(
      flag: flag, task: task.id, title: task.title ?? task.id,
      rank: TaskFlag.rank(of: task, measures, mainTask: mainTask), lastEvent: last,
      planEnd: task.schedule.lastDay(in: zone), fall: fall)
    switch flag {
    case .neverStarted:
      since = measures.firstDay
      missed = Double(measures.taking.expected) + measures.quotas.required
    case .stopped, .paused:
      since = flag == .stopped ? course?.end.adding(days: 1) : last?.adding(days: 1)
      missed = Double(course?.dueDaysAfterLast ?? 0)
    case .declining: break
    }
  }

  /// Returns how urgent flags of a task are.
  ///
  /// The chosen task ranks highest, then medications and tasks that are due daily, then those due several times
  /// a week, then weekly or rarer ones, such as surveys.
  private static func rank(
    of task: CareTask, _ measures: TaskMeasures, mainTask: String?
  ) -> Int {
    if task.id == mainTask { return 4 }
    let day = 86_400
    let interval = measures.regularity ?? .max
    if task.drug != nil || interval <= day { return 3 }
    return interval < 7 * day ? 2 : 1
  }
}

extension TaskFlag: Comparable {
  /// Orders flags by urgency: by the rank of the task, declines last, the most significant first; other
  /// flags the most recent first, then by the number of days without an event.
  static func < (a: TaskFlag, b: TaskFlag) -> Bool {
    if a.isDecline != b.isDecline { return b.isDecline }
    if a.rank != b.rank { return a.rank > b.rank }
    let (first, second) = (a.since ?? .first, b.since ?? .first)
    if first != second { return first > second }
    if a.extent != b.extent { return a.extent > b.extent }
    return (a.task, a.flag.rawValue) < (b.task, b.flag.rawValue)
  }

  private var isDecline: Bool { flag == .declining }

  private var extent: Double { fall.map { -$0.p } ?? missed }
}

extension Schedule {
  /// The last day before the ends of all elements; `nil` if one has no end.
  fileprivate func lastDay(in zone: Zone) -> CivilDate? {
    let ends = elements.map(\.end)
    guard !ends.isEmpty, !ends.contains(nil) else { return nil }
    return ends.compactMap { $0?.lastDay(in: zone) }.max()
  }
}

extension LocalOrInstant {
  /// The day of the last moment before it.
  fileprivate func lastDay(in zone: Zone) -> CivilDate {
    let local = civil(in: zone)
    return local.time == .midnight ? local.date.adding(days: -1) : local.date
  }
}
