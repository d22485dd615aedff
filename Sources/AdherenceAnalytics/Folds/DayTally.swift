package import Scheduling

/// The counts of one day's occurrences, as needed for streaks, dosing days and daily means.
package struct DayTally: Sendable {
  package var due: Int32 = 0
  package var done: Int32 = 0
  /// Those due with a final state.
  var resolved: Int32 = 0
  var onHold: Int32 = 0
  var pending: Int32 = 0
  /// The periods of quotas that end on the day and in which more may still be done.
  var quotasOpen: Int32 = 0
  /// The events on this date.
  var events: Int32 = 0
  /// The events owned by its occurrences.
  var owned: Int32 = 0
  var progress = 0.0
  var required = 0.0
  var credited = 0.0

  package init() {}

  /// Counts an occurrence.
  ///
  /// - Returns: Its step in a streak of occurrences.
  package mutating func add(_ occurrence: ScoredOccurrence, _ status: DenominatorStatus)
    -> StreakStep
  {
    // An outcome with a key is not an event in the occurrence's time.
    owned += max(Int32(occurrence.events), occurrence.state == .done ? 1 : 0)
    switch status {
    case .cancelled, .excused: return .neutral
    case .onHold:
      onHold += 1
      return .neutral
    case .pending:
      pending += 1
      return .neutral
    case .due:
      due += 1
      progress += occurrence.progress
      return resolve(occurrence.state)
    }
  }

  /// Counts the state of an occurrence that is due.
  private mutating func resolve(_ state: OccurrenceState) -> StreakStep {
    switch state {
    case .done:
      done += 1
      resolved += 1
      return .success
    case .partial, .missed, .declined:
      resolved += 1
      return .miss
    case .cancelled, .onHold, .started, .upcoming, .open, .overdue: return .neutral
    }
  }

  /// Counts a period of a quota that ends on the day.
  mutating func add(_ quota: QuotaCounts) {
    quotasOpen += Int32(quota.pending) + (quota.outstanding > 0 ? 1 : 0)
    required += quota.required
    credited += quota.credited
  }

  mutating func merge(_ other: DayTally) {
    due += other.due
    done += other.done
    resolved += other.resolved
    onHold += other.onHold
    pending += other.pending
    quotasOpen += other.quotasOpen
    progress += other.progress
    required += other.required
    credited += other.credited
  }

  /// Whether nothing of it is on hold, pending or outstanding.
  private var isResolved: Bool {
    onHold == 0 && pending == 0 && quotasOpen == 0 && due == resolved
  }

  /// Whether the day can be evaluated; see ``Adherence/isEvaluable``.
  package var isEvaluable: Bool { (due > 0 || required > 0) && isResolved }

  /// Whether the day can be evaluated by its occurrences alone.
  var isEvaluableByDoses: Bool { due > 0 && onHold == 0 && pending == 0 && due == resolved }

  /// The step of the day in a streak of perfect days.
  package var streakStep: StreakStep {
    isEvaluable ? (isComplete ? .success : .miss) : .neutral
  }

  /// The mean progress of those due; `nil` if nothing was due.
  var ratio: Double? {
    let expected = Double(due) + required
    return expected == 0 ? nil : (progress + credited) / expected
  }

  /// Whether everything due was done; with quotas, with a relative tolerance of 10⁻⁹.
  var isComplete: Bool {
    guard required > 0 else { return due > 0 && done == due }
    return Double(done) + credited >= (Double(due) + required) * (1 - 1e-9)
  }
}

/// The days of a task and of all tasks together, in memory that is reused.
struct DayTallies: Sendable {
  var task: [DayTally] = []
  private(set) var total: [DayTally] = []
  /// The kept tasks of the patient.
  private var kept: [(id: String, days: [DayTally])] = []
  /// Buffers of previous patients.
  private var spare: [[DayTally]] = []
  private var count = 0

  /// Starts a patient.
  mutating func begin(_ query: AdherenceQuery) {
    count = query.range.upperBound - query.range.lowerBound
    for own in kept { spare.append(own.days) }
    kept.removeAll(keepingCapacity: true)
  }

  /// Starts a task.
  mutating func beginTask() {
    task.removeAll(keepingCapacity: true)
    task += repeatElement(DayTally(), count: count)
  }

  /// Keeps the task for the total.
  mutating func keepTask(_ id: String) {
    kept.append((id, task))
    task = spare.popLast() ?? []
  }

  /// Adds up the kept tasks, in order of their ids.
  ///
  /// Sums of progress are rounded, so the result depends on the order.
  mutating func sumUp() {
    kept.sort { $0.id < $1.id }
    total.removeAll(keepingCapacity: true)
    if !kept.isEmpty { swap(&total, &kept[0].days) }
    for own in kept.dropFirst() {
      for day in own.days.indices { total[day].merge(own.days[day]) }
    }
  }
}

extension [DayTally] {
  /// Returns the streaks of days on which everything was done, and of those on which something was not.
  package func perfectDays(from first: CivilDate) -> Streaks {
    var streaks = Streaks()
    for (number, day) in enumerated() where day.isEvaluable {
      let date = first.adding(days: number)
      streaks.add(day.streakStep, from: date, through: date)
    }
    return streaks
  }

  /// The days by number of doses.
  var dosingDays: DosingDays {
    var days = DosingDays()
    for day in self where day.isEvaluableByDoses { days.add(day) }
    return days
  }
}

extension TaskEvaluation {
  /// The counts of each day of the query, including the periods of quotas that end on it.
  package var dayTallies: [DayTally] {
    let first = query.range.lowerBound
    var days = [DayTally](repeating: DayTally(), count: query.range.upperBound - first)
    for occurrence in scored {
      _ = days[occurrence.day - first].add(
        occurrence, query.status(of: occurrence, asOf: asOf))
    }
    for period in quotaPeriods where query.range.contains(period.day) {
      var own = QuotaCounts()
      own.add(period, query.denominator, asOf: asOf)
      days[period.day - first].add(own)
    }
    return days
  }
}

extension DosingDays {
  /// Counts a day that can be evaluated.
  fileprivate mutating func add(_ day: DayTally) {
    evaluable += 1
    if day.events == day.due { correctByDate += 1 }
    if day.owned == day.due { correct += 1 }
    if day.done == day.due { perfect += 1 }
    if day.events >= day.due { atLeastDue += 1 }
    if day.events > day.due { overuse += 1 }
    if 0 < day.events, day.events < day.due { underuse += 1 }
    if day.events == 0 { zero += 1 }
  }
}

extension CompositeAdherence {
  /// Creates the composites without days.
  init() {
    self.init(pooledOverTasks: nil, meanOfTaskRatios: nil, dailyMean: nil, days: 0, completeDays: 0)
  }

  /// Creates the composites of days, the pooled ratio, and the tasks' ratios.
  init(of days: [DayTally], pooledOverTasks: Double?, tasks: [Double]) {
    let daily = days.compactMap(\.ratio)
    self.init(
      pooledOverTasks: pooledOverTasks, meanOfTaskRatios: tasks.mean, dailyMean: daily.mean,
      days: daily.count,
      completeDays: days.count { $0.ratio != nil && $0.isComplete })
  }
}
