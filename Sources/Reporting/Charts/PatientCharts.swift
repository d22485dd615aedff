import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Scheduling

/// The charts of one patient.
struct PatientCharts {
  /// The patient by task and period.
  let adherence: PatientAdherence
  /// The evaluated tasks, in the order of the record.
  let tasks: [ChartedTask]
  let measures: PatientMeasures
  var summary: PatientSummary { measures.summary }
  /// The tasks that could not be evaluated.
  var problems: [InputError] { summary.problems }
  let parameters: MeasureParameters
  let compiled: CompiledRecord
  /// The earlier days for a comparison; `nil` for none.
  var earlierDays: Range<CivilDate>?

  /// A task with its evaluation and measures.
  struct ChartedTask {
    var task: CareTask
    var course: TaskCourse
    var measures: TaskMeasures
    var evaluation: TaskEvaluation

    /// The title of the task; its id if it has none.
    var title: String { task.title ?? task.id }
  }

  init(_ compiled: CompiledRecord, _ parameters: MeasureParameters) {
    var evaluator = AdherenceEvaluator(compiled.query)
    self.init(
      compiled, &evaluator, MeasureEvaluator(parameters, groups: MeasureGroup.ofPages))
  }

  init(
    _ compiled: CompiledRecord, _ evaluator: inout AdherenceEvaluator,
    _ statistics: MeasureEvaluator
  ) {
    var tasks: [ChartedTask] = []
    let evaluated = statistics.evaluate(compiled, by: &evaluator, options: .evaluation) {
      course, measures, evaluation in
      guard let evaluation,
        let task = compiled.record.tasks.last(where: { $0.id == course.task })
      else { return }
      tasks.append(
        ChartedTask(task: task, course: course, measures: measures, evaluation: evaluation))
    }
    (adherence, measures) = (evaluated.record.adherence, evaluated.measures)
    self.tasks = tasks
    self.compiled = compiled
    parameters = statistics.parameters
  }

  /// The record as known at the query's moment.
  var record: CareRecord { compiled.record }
  var query: AdherenceQuery { compiled.query }

  /// The days of the query with a plan or a recorded outcome; `nil` if there are none.
  var plannedDays: Range<CivilDate>? {
    let recorded = tasks.flatMap { own in
      [own.course.ownDays.first, own.course.ownDays.last].compactMap(\.self)
        + own.course.uses.days.map(Int.init)
    }
    let begin = compiled.firstPlannedDay?.dayNumber
    guard let first = (recorded + [begin].compactMap(\.self)).min(), !tasks.isEmpty else {
      return nil
    }
    let isOver = tasks.allSatisfy { $0.course.planEnd != nil }
    let last = (recorded + tasks.compactMap(\.course.planEnd)).max() ?? first
    // Compared as day numbers, as the last representable day has no successor.
    let lower = max(first, query.range.lowerBound.dayNumber)
    let upper = min(
      isOver ? max(first, last) + 1 : .max, query.range.upperBound.dayNumber)
    return lower < upper ? CivilDate(dayNumber: lower)..<CivilDate(dayNumber: upper) : nil
  }

  /// Restricts the charts to the planned days, as of the same moment.
  ///
  /// Consumes the other charts, so that the occurrences are not in memory twice.
  consuming func onPlannedDays(
    _ evaluator: inout AdherenceEvaluator, _ statistics: MeasureEvaluator
  ) -> PatientCharts {
    guard let days = plannedDays, days != query.range else { return self }
    let (compiled, whole, latest) = (compiled, query, tasks.map(\.evaluation.asOf).max())
    _ = consume self
    var shorter = whole
    shorter.range = days
    // The moment of the report depends on the end of the range by default.
    if days.upperBound < whole.range.upperBound { shorter.asOf = shorter.asOf ?? latest }
    evaluator.ask(shorter)
    defer { evaluator.ask(whole) }
    return PatientCharts(compiled.asked(shorter), &evaluator, statistics)
  }

  /// The days as text, with the end of the plans.
  var span: String {
    let what = summary.isObservationOver ? "observation" : "the plan"
    let end = summary.planEnd.map { "; \(what) ended on \($0.words)" } ?? ""
    return query.range.words + end
  }

  /// Returns the charts of a selection, in the order of their kinds.
  ///
  /// - Throws: `InputError` if the patient lacks the task, or has several tasks and the kind
  ///   requires one.
  func charts(_ selection: ChartSelection) throws(InputError) -> [NamedChart] {
    if let task = selection.task, !tasks.contains(where: { $0.task.id == task }) {
      throw InputError(
        .noSuch(kind: "task", id: task), parameter: "chart-task",
        source: "patient \(record.patient.id)")
    }
    if let kind = selection.kind {
      if kind.descriptor.needsTask, selection.task == nil, tasks.count > 1 {
        let names = tasks.map(\.task.id).joined(separator: "|")
        throw InputError(.missing, parameter: "chart-task \(names)")
      }
      return try charts(kind, of: selection.task, selection.values)
    }
    return try allCharts(selection)
  }

  /// Returns the charts of all kinds; sums that cannot be computed are omitted.
  private func allCharts(
    _ selection: ChartSelection
  ) throws(InputError) -> [NamedChart] {
    var charts: [NamedChart] = []
    for kind in selection.kinds(where: \.showsPatients) {
      for task in tasksOfCharts(of: kind, selection.task) {
        do {
          charts += try self.charts(kind, of: task, selection.values)
        } catch  where kind.descriptor.needsOneUnit {
          continue
        }
      }
    }
    return charts
  }

  /// Returns the selected task; if none is selected, all tasks, and each task if the kind has a
  /// chart of each beside that of all.
  private func tasksOfCharts(of kind: ChartKind, _ task: String?) -> [String?] {
    guard case .whole(together: false, _)? = kind.descriptor.patient, task == nil, tasks.count > 1
    else { return [task] }
    return [nil] + tasks.map(\.task.id)
  }

  /// Returns the charts of a kind: one per task for kinds that require a task, else one for the
  /// task or all tasks.
  private func charts(
    _ kind: ChartKind, of task: String?, _ values: SummedValues
  ) throws(InputError) -> [NamedChart] {
    guard kind.descriptor.needsTask else {
      return [NamedChart(try chart(kind, of: task, values), task: task)]
    }
    var charts: [NamedChart] = []
    for own in tasks where task == nil || own.task.id == task {
      if case .perUnit? = kind.descriptor.patient, task == nil, values == SummedValues() {
        charts += valueCharts(of: own)
        continue
      }
      let chart = try chart(kind, of: own, values)
      charts.append(NamedChart(chart, task: own.task.id, ofSeveral: tasks.count > 1))
    }
    return charts
  }
}

extension PatientCharts {
  var subtitle: String { "\(record.patient.id.isolated), \(query.range.text)" }

  /// Returns a title with the name of the patient.
  func title(_ what: String) -> String {
    "\((record.patient.name ?? record.patient.id).isolated): \(what.isolated)"
  }

  /// Returns a chart of one task, or of all tasks that impact adherence.
  ///
  /// - Throws: `InputError` if values of different kinds or units would be summed, or the kind has
  ///   no such chart.
  func chart(_ kind: ChartKind, of task: String? = nil, _ values: SummedValues = SummedValues())
    throws(InputError) -> ChartData
  {
    guard case .whole(_, let make)? = kind.descriptor.patient else {
      throw InputError(.conflict(with: "chart"), parameter: "chart-patient")
    }
    return try make(PatientChartContext(charts: self, task: task, values: values))
  }

  /// Returns a chart of one task.
  func chart(
    _ kind: ChartKind, of own: ChartedTask, _ values: SummedValues = SummedValues()
  ) throws(InputError) -> ChartData {
    switch kind.descriptor.patient {
    case .perTask(let make)?, .perUnit(let make)?:
      try make(PatientChartContext(charts: self, task: own.task.id, values: values), own)
    case .whole, nil: try chart(kind, of: own.task.id, values)
    }
  }

  /// Returns the value charts of a task: one per unit with any values.
  func valueCharts(of own: ChartedTask) -> [NamedChart] {
    let units = ChartData.unitsOfValues(of: own.evaluation)
    return units.compactMap { unit in
      let chart = try? chart(.values, of: own, SummedValues(units: unit ?? ""))
      guard let chart else { return nil }
      var named = NamedChart(chart, task: own.task.id)
      let suffix = units.count > 1 ? ".\(NamedChart.stem(of: unit ?? ""))" : ""
      named.name += suffix
      return named
    }
  }

  /// Returns the rolling ratio of one task or of all.
  func rolling(_ own: PatientChartContext) -> ChartData {
    let window = RollingWindow(days: rollingDays(own))
    let rolling = compiled.rolling([window].compactMap(\.self))[0]
    let series = rolling.patient.tasks.first { $0.task == own.task } ?? rolling.patient.total
    return .rolling(
      of: rolling, series: series, parameters: parameters,
      numerator: query.numerator, title: own.title, subtitle: subtitle)
  }

  /// Returns the days of a rolling window: those of the parameters, or as many weeks as contain six
  /// due on average, up to a third of the plan.
  ///
  /// Of a weekly task the ratio of seven days would be 0 or 1.
  private func rollingDays(_ own: PatientChartContext) -> Int {
    let planned = Double(own.tasks.map(\.course.ownDays.count).max() ?? 0)
    let due = own.series.periods.reduce(0) { $0 + $1.dueWithQuotas }
    let least = parameters.rollingDays
    let windows = [14, 28, 56, 84].filter { $0 > least && Double($0) * 3 <= planned }
    func holdsEnough(_ days: Int) -> Bool { due * Double(days) >= 6 * planned }
    if due == 0 || holdsEnough(least) { return least }
    return windows.first(where: holdsEnough) ?? windows.last ?? least
  }

  /// Returns the lanes of the tasks.
  func swimmer(_ own: PatientChartContext) -> ChartData {
    let lanes = own.tasks.map { task in
      SwimmerLane(
        name: task.title, patient: record.patient.id, of: task.course, task.measures, parameters)
    }
    return .swimmer(
      lanes, title: lanes.count == 1 ? own.title : title("Treatment"), subtitle: subtitle,
      days: query.range)
  }
}
