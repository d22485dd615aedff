package import Scheduling

/// What one day's occurrences came to, as far as streaks, dosing days and daily means look at it.
package struct DayTally: Sendable {
  package var due: Int32 = 0
  package var done: Int32 = 0
  /// Those due that have come to an end.
  var resolved: Int32 = 0
  var onHold: Int32 = 0
  var pending: Int32 = 0
  /// The periods of quotas that end on the day and in which more may still be done.
  var quotasOpen: Int32 = 0
  /// The events whose date it is.
  var events: Int32 = 0
  /// The events that its occurrences own.
  var owned: Int32 = 0
  var progress = 0.0
  var required = 0.0
  var credited = 0.0

  /// Creates the tally of nothing.
  package init() {}

  /// Counts an occurrence.
  ///
  /// - Returns: What it means for a streak of occurrences.
  package mutating func add(_ occurrence: ScoredOccurrence, _ standing: Standing) -> StreakStep {
    // An outcome with a key is no event in the occurrence's time.
    owned += max(Int32(occurrence.events), occurrence.state == .done ? 1 : 0)
    switch standing {
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

  /// Counts whether an occurrence that is due has come to an end.
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

  /// As ``Adherence/isEvaluable``.
  package var isEvaluable: Bool { (due > 0 || required > 0) && isResolved }

  /// As ``isEvaluable``, of the occurrences alone.
  var isEvaluableByDoses: Bool { due > 0 && onHold == 0 && pending == 0 && due == resolved }

  /// What the day means for a run of perfect days.
  package var streakStep: StreakStep {
    isEvaluable ? (isComplete ? .success : .miss) : .neutral
  }

  /// The mean progress of what was due; `nil` where nothing was.
  var ratio: Double? {
    let expected = Double(due) + required
    return expected == 0 ? nil : (progress + credited) / expected
  }

  /// Whether all that was due was done; shares of quotas forgive one part in 10⁹.
  var isComplete: Bool {
    guard required > 0 else { return due > 0 && done == due }
    return Double(done) + credited >= (Double(due) + required) * (1 - 1e-9)
  }
}

/// The days of a task and of all tasks together, in memory that is used again.
struct DayTallies: Sendable {
  var task: [DayTally] = []
  private(set) var total: [DayTally] = []
  /// The tasks of the patient that were kept.
  private var kept: [(id: String, days: [DayTally])] = []
  /// Memory of patients before.
  private var spare: [[DayTally]] = []
  private var count = 0

  /// Begins a patient.
  mutating func begin(_ query: AdherenceQuery) {
    count = query.range.upperBound - query.range.lowerBound
    for own in kept { spare.append(own.days) }
    kept.removeAll(keepingCapacity: true)
  }

  /// Begins a task.
  mutating func beginTask() {
    task.removeAll(keepingCapacity: true)
    task += repeatElement(DayTally(), count: count)
  }

  /// Keeps the task for the total.
  mutating func keepTask(_ id: String) {
    kept.append((id, task))
    task = spare.popLast() ?? []
  }

  /// Adds up the tasks that were kept, in the order of their ids.
  ///
  /// Sums of progress are rounded, so that another order might change a digit.
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
  /// The runs of days on which all was done, and of those on which something was left out.
  package func perfectDays(from first: CivilDate) -> Streaks {
    var streaks = Streaks()
    for (number, day) in enumerated() where day.isEvaluable {
      let date = first.adding(days: number)
      streaks.add(day.streakStep, from: date, through: date)
    }
    return streaks
  }

  /// The days by their doses.
  var dosingDays: DosingDays {
    var days = DosingDays()
    for day in self where day.isEvaluableByDoses { days.add(day) }
    return days
  }
}

extension TaskEvaluation {
  /// The days of the query by what their occurrences came to, and the periods of quotas that end on them.
  package var dayTallies: [DayTally] {
    let first = query.range.lowerBound
    var days = [DayTally](repeating: DayTally(), count: query.range.upperBound - first)
    for occurrence in scored {
      _ = days[occurrence.day - first].add(
        occurrence, query.standing(of: occurrence, asOf: asOf))
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
  /// Counts a day that can be judged.
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
  /// The composites of nothing.
  init() {
    self.init(pooledOverTasks: nil, meanOfTaskRatios: nil, dailyMean: nil, days: 0, completeDays: 0)
  }

  /// The composites of days, of what was counted in all, and of the tasks' ratios.
  init(of days: [DayTally], pooledOverTasks: Double?, tasks: [Double]) {
    let daily = days.compactMap(\.ratio)
    self.init(
      pooledOverTasks: pooledOverTasks, meanOfTaskRatios: tasks.mean, dailyMean: daily.mean,
      days: daily.count,
      completeDays: days.count { $0.ratio != nil && $0.isComplete })
  }
}
