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
  /// The periods of the task's quotas without an event that ended since the last one.
  var emptyPeriods = 0
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
      emptyPeriods = course?.emptyPeriodsAfterLast ?? 0
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

/// The flags of one patient.
struct PatientFlags {
  /// The flags except declines, the most urgent first.
  private(set) var flags: [TaskFlag] = []
  /// The declines of ten points or more, the most significant first, whatever their *p*.
  private(set) var falls: [TaskFlag] = []
  /// The *p* of every trend test that can lead to a flag.
  private(set) var tests: [Double] = []

  /// Determines the flags of all tasks that impact adherence; a deleted patient has none.
  ///
  /// - Parameters:
  ///   - record: The patient's record.
  ///   - measures: The measures of the tasks.
  ///   - query: The query, which tells the day of the report.
  ///   - parameters: The parameters of the measures.
  ///   - mainTask: The id of the main task, if one was chosen.
  init(
    of record: CareRecord, _ measures: PatientMeasures, _ query: AdherenceQuery,
    _ parameters: MeasureParameters, mainTask: String?
  ) {
    if measures.summary.isDeleted { return }
    let zone = record.patientZone
    let today = query.lastKnownDay(in: zone)
    for own in measures.tasks {
      guard let task = record.tasks.last(where: { $0.id == own.task }), task.impactsAdherence
      else { continue }
      for flag in own.flags(parameters, on: today, trendP: nil) {
        flags.append(TaskFlag(flag, of: task, own, in: zone, mainTask: mainTask))
      }
      if let fall = own.fall(on: today) {
        falls.append(
          TaskFlag(.declining, of: task, own, in: zone, mainTask: mainTask, fall: fall))
      }
      if let p = own.trendP(on: today) { tests.append(p) }
    }
    flags.sort()
    falls.sort { ($0.fall?.p ?? 2, $0.task) < ($1.fall?.p ?? 2, $1.task) }
  }
}

extension AdherenceQuery {
  /// Returns the day of the report's moment in a zone, limited to the last day of the range.
  func lastKnownDay(in zone: Zone) -> CivilDate {
    let last = range.upperBound.adding(days: -1)
    return min(last, asOf.map { zone.civil(at: $0).date } ?? last)
  }
}
