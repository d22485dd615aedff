/// The tasks that a series includes.
public enum SeriesScope: Hashable, Sendable {
  /// The tasks that impact adherence.
  case total
  /// One task, by its id.
  case task(String)
  /// The tasks of one group that impact adherence.
  case group(String)
  /// The tasks of one care plan that impact adherence, by the plan's id.
  case carePlan(String)

  /// The task's id; `nil` for any sum of tasks.
  public var task: String? { if case .task(let id) = self { id } else { nil } }
  /// The task group; `nil` for other scopes.
  public var group: String? { if case .group(let name) = self { name } else { nil } }
  /// The care plan's id; `nil` for other scopes.
  public var carePlan: String? { if case .carePlan(let id) = self { id } else { nil } }
}

/// The adherence of each period of a query.
public struct AdherenceSeries: Hashable, Sendable {
  /// The tasks included.
  public let scope: SeriesScope
  /// The periods in the order of the query's spans.
  public internal(set) var periods: [Adherence]
  /// The reason why the series has no task, or none whose events are known; `nil` if it has one.
  public internal(set) var absence: MissingRatio?
  /// The units of the amounts in ``Adherence/valueSum`` and its like.
  public internal(set) var units = AmountUnits()
  /// The indices of periods whose counts are withheld for small groups.
  package internal(set) var withheld: Set<Int> = []
  /// Whether only the counts of due and done may be shown, as other counts may be about few patients.
  package internal(set) var hidesDetails = false
  /// Whether the series has no task.
  public var isEmpty: Bool { absence != nil && absence != .eventMissing }

  /// The task's id; `nil` for any sum of tasks.
  public var task: String? { scope.task }

  /// Returns the reason why a period has no ratio; `nil` if it has one.
  public func ratioMissing(at index: Int) -> MissingRatio? {
    absence ?? periods[index].ratioMissing
  }

  /// Returns whether nothing was planned or recorded in a period, and no data that could tell are
  /// missing.
  package func isEmpty(at index: Int) -> Bool {
    (absence == nil || absence == .noTasks) && periods[index].isEmpty
  }
}

extension AdherenceSeries {
  /// Creates a sum without tasks.
  init(_ scope: SeriesScope, _ spans: PeriodSpans, _ absence: MissingRatio = .noTasks) {
    self.init(scope: scope, periods: spans.empty, absence: absence)
  }

  /// The periods merged into one.
  var merged: AdherenceSeries {
    var whole = Adherence()
    let periods = periods.span
    for index in periods.indices { whole.merge(periods[index]) }
    return AdherenceSeries(scope: scope, periods: [whole], absence: absence, units: units)
  }

  mutating func merge(_ other: AdherenceSeries) {
    if other.absence == nil || absence != nil && other.absence == .eventMissing {
      absence = other.absence
    }
    units.formUnion(other.units)
    var own = periods.mutableSpan
    // Elements are borrowed from a span; iterating over the array would copy them.
    let others = other.periods.span
    for index in own.indices { own[index].merge(others[index]) }
  }
}

extension CareRecord {
  /// The reason why no task is counted.
  var absence: MissingRatio { isRejected ? .dataRejected : .noTasks }
}

/// The sums of a patient's tasks: overall, by group and by care plan.
struct SeriesTotals {
  /// The groups in order of first appearance.
  private(set) var groups: [AdherenceSeries] = []
  private(set) var carePlans: [AdherenceSeries] = []
  private var sum: AdherenceSeries?
  private let spans: PeriodSpans
  private let absence: MissingRatio

  /// Adds up tasks in order of their ids, so that sums are identical for any order of the record.
  init(
    of tasks: [CareTask], _ series: [AdherenceSeries], _ spans: PeriodSpans, _ absence: MissingRatio
  ) {
    (self.spans, self.absence) = (spans, absence)
    for task in tasks { name(task) }
    for index in tasks.indices.sorted(by: { tasks[$0].id < tasks[$1].id }) {
      add(series[index], of: tasks[index])
    }
  }

  /// The sum of all tasks that impact adherence.
  var total: AdherenceSeries { sum ?? AdherenceSeries(.total, spans, absence) }

  /// Creates the sums that a task is part of, unless they exist.
  private mutating func name(_ task: CareTask) {
    let spans = spans
    func begin(_ scope: SeriesScope, _ sums: inout [AdherenceSeries]) {
      if sums.contains(where: { $0.scope == scope }) { return }
      sums.append(AdherenceSeries(scope, spans))
    }
    if let group = task.group { begin(.group(group), &groups) }
    if let plan = task.carePlan { begin(.carePlan(plan), &carePlans) }
  }

  /// Adds a task's series, unless the task does not impact adherence.
  private mutating func add(_ series: AdherenceSeries, of task: CareTask) {
    guard task.impactsAdherence else { return }
    sum.merge(series, as: .total)
    for index in groups.indices where groups[index].scope.group == task.group {
      groups[index].merge(series)
    }
    for index in carePlans.indices where carePlans[index].scope.carePlan == task.carePlan {
      carePlans[index].merge(series)
    }
  }
}

extension AdherenceSeries? {
  /// Adds a series; the first is moved, as most sums of a patient have one task.
  fileprivate mutating func merge(_ series: AdherenceSeries, as scope: SeriesScope) {
    if case .some = self {
      self?.merge(series)
    } else {
      self = AdherenceSeries(
        scope: scope, periods: series.periods, absence: series.absence, units: series.units)
    }
  }
}
