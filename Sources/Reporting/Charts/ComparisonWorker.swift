import AdherenceAnalytics
import Charts
import Scheduling
import Synchronization

/// Compares two ranges of days for each patient.
final class ComparisonWorker: BlockWorker {
  /// A series of a patient in both ranges.
  struct ComparedSeries: Sendable {
    var scope: SeriesScope
    /// The groups of the patient.
    var groups: [String]
    var before: Adherence
    var after: Adherence
  }

  private let grouping: CohortGrouping
  private var before: AdherenceEvaluator
  private var after: AdherenceEvaluator
  private var part = ComparedPart()

  /// The comparisons of some patients.
  struct ComparedPart: Sendable {
    var series: [ComparedSeries] = []
    var problems = ProblemLog()
  }

  /// Creates a worker for the days of a query and earlier ones.
  init(_ query: AdherenceQuery, _ days: Range<CivilDate>, _ grouping: CohortGrouping) {
    self.grouping = grouping
    before = AdherenceEvaluator(query.over(days))
    after = AdherenceEvaluator(query.over(query.range))
  }

  func add(_ entry: CohortEntry) {
    let entry = entry.withoutLostData
    let compiled = CompiledRecord(entry.record, after.query)
    part.problems.add(entry.examined(compiled).problems)
    let second = after.adherence(of: compiled)
    let first = before.adherence(of: compiled.asked(before.query))
    let groups = grouping.groups(of: second.patient)
    for (early, late) in first.beside(second) {
      part.series.append(
        ComparedSeries(
          scope: early.scope, groups: groups, before: early.periods[0], after: late.periods[0]))
    }
  }

  var size: Int { part.series.count * MemoryLayout<ComparedSeries>.stride }

  func take() -> ComparedPart {
    defer { part = ComparedPart() }
    return part
  }
}

/// The comparisons of a cohort, collected in order of the patients.
final class ComparisonList: Sendable {
  private let numerator: Numerator
  /// The task whose groups are compared; `nil` for the total of all tasks.
  private let task: String?
  private let state = Mutex(State())

  private struct State {
    var whole: [SeriesScope: ComparedAdherence] = [:]
    var groups: [String: ComparedAdherence] = [:]
    var problems = ProblemLog()
  }

  init(_ numerator: Numerator, task: String?) { (self.numerator, self.task) = (numerator, task) }

  /// The problems found in the data.
  var problems: ProblemLog { state.withLock(\.problems) }

  /// Appends the series of the next patients.
  func append(_ part: ComparisonWorker.ComparedPart) {
    state.withLock { state in
      state.problems.merge(part.problems)
      for own in part.series where own.scope == .total || task == nil || own.scope.task == task {
        add(own, to: &state)
      }
    }
  }

  private func add(_ own: ComparisonWorker.ComparedSeries, to state: inout State) {
    let title = own.scope.task ?? "All tasks"
    state.whole[own.scope, default: ComparedAdherence(cohort: own.scope.task, title: title)]
      .add(before: own.before, after: own.after, numerator)
    guard own.scope == (task.map(SeriesScope.task) ?? .total) else { return }
    for group in own.groups {
      state.groups[group, default: ComparedAdherence(cohort: task, group: group, title: title)]
        .add(before: own.before, after: own.after, numerator)
    }
  }

  /// The total if there are several tasks, then the tasks by id, then the groups by name.
  var rows: [ComparedAdherence] {
    let (whole, groups) = state.withLock { ($0.whole, $0.groups) }
    let tasks = whole.compactMap { $0.key.task == nil ? nil : $0.value }
      .sorted { ($0.task ?? "") < ($1.task ?? "") }
    let total = tasks.count > 1 ? [whole[.total]].compactMap(\.self) : []
    return total + tasks + groups.sorted { $0.key < $1.key }.map(\.value)
  }
}
