/// What a series of adherence sums up.
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
  /// The task group; `nil` for anything else.
  public var group: String? { if case .group(let name) = self { name } else { nil } }
  /// The care plan's id; `nil` for anything else.
  public var carePlan: String? { if case .carePlan(let id) = self { id } else { nil } }
}

/// The adherence of each period of a query.
public struct AdherenceSeries: Hashable, Sendable {
  /// What is summed up.
  public let scope: SeriesScope
  /// In the order of the query's spans.
  public internal(set) var periods: [Adherence]
  /// Whether no task stands behind the series.
  public internal(set) var isEmpty = false

  /// The task's id; `nil` for any sum of tasks.
  public var task: String? { scope.task }

  /// Why a period has no ratio; `nil` where it has one.
  public func reason(at index: Int) -> MissingRatio? {
    isEmpty ? .noTasks : periods[index].reason
  }
}

extension AdherenceSeries {
  /// A sum without tasks.
  init(_ scope: SeriesScope, _ spans: PeriodSpans) {
    self.init(scope: scope, periods: spans.empty, isEmpty: true)
  }

  /// The periods merged into one.
  var merged: AdherenceSeries {
    var whole = Adherence()
    for period in periods { whole.merge(period) }
    return AdherenceSeries(scope: scope, periods: [whole], isEmpty: isEmpty)
  }

  mutating func merge(_ other: AdherenceSeries) {
    isEmpty = isEmpty && other.isEmpty
    for index in periods.indices { periods[index].merge(other.periods[index]) }
  }
}

/// The sums of a patient's tasks: all of them, by group and by care plan.
struct SeriesTotals {
  /// In the order in which tasks name them.
  private(set) var groups: [AdherenceSeries] = []
  private(set) var carePlans: [AdherenceSeries] = []
  private var sum: AdherenceSeries?
  private let spans: PeriodSpans

  init(_ spans: PeriodSpans) { self.spans = spans }

  /// The sum of all tasks that impact adherence.
  var total: AdherenceSeries { sum ?? AdherenceSeries(.total, spans) }

  /// Adds a task's series, which a task that does not impact adherence leaves as they are.
  mutating func add(_ series: AdherenceSeries, of task: CareTask) {
    if task.impactsAdherence { sum.merge(series, as: .total) }
    if let group = task.group { add(series, of: task, to: .group(group), in: \.groups) }
    if let plan = task.carePlan { add(series, of: task, to: .carePlan(plan), in: \.carePlans) }
  }

  private mutating func add(
    _ series: AdherenceSeries, of task: CareTask, to scope: SeriesScope,
    in sums: WritableKeyPath<SeriesTotals, [AdherenceSeries]>
  ) {
    let known = self[keyPath: sums].firstIndex { $0.scope == scope }
    let place = known ?? self[keyPath: sums].count
    if known == nil { self[keyPath: sums].append(AdherenceSeries(scope, spans)) }
    if task.impactsAdherence { self[keyPath: sums][place].merge(series) }
  }
}

extension AdherenceSeries? {
  /// Adds a series; the first one lends its memory, as most sums of a patient are of one task.
  fileprivate mutating func merge(_ series: AdherenceSeries, as scope: SeriesScope) {
    if case .some = self {
      self?.merge(series)
    } else {
      self = AdherenceSeries(scope: scope, periods: series.periods, isEmpty: series.isEmpty)
    }
  }
}
