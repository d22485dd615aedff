import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The charts of one patient.
struct PatientCharts {
  /// The patient by task and period.
  let adherence: PatientAdherence
  /// What was found of each task, in the order of the record.
  let tasks: [ChartedTask]
  let measures: PatientMeasures
  var summary: PatientSummary { measures.summary }
  /// The tasks that could not be evaluated.
  var problems: [InputError] { summary.problems }
  let parameters: MeasureParameters
  let compiled: CompiledRecord
  /// The days that those of the query are compared with; `nil` where they are not.
  var earlierDays: Range<CivilDate>?

  /// A task with what statistics say of it.
  struct ChartedTask {
    var task: CareTask
    var course: TaskCourse
    var measures: TaskMeasures
    var evaluation: TaskEvaluation

    /// What people call it.
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

  /// The record as it was known.
  var record: CareRecord { compiled.record }
  var query: AdherenceQuery { compiled.query }

  /// The days of the query on which plans hold, or on which anything was recorded; `nil` where there are none.
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
    // Cut by number: behind the last day of a query there may be no other.
    let lower = max(first, query.range.lowerBound.dayNumber)
    let upper = min(
      isOver ? max(first, last) + 1 : .max, query.range.upperBound.dayNumber)
    return lower < upper ? CivilDate(dayNumber: lower)..<CivilDate(dayNumber: upper) : nil
  }

  /// The charts of those days alone, as of the same moment.
  ///
  /// They take the place of the others, so that not all occurrences are in memory twice.
  consuming func onPlannedDays(
    _ evaluator: inout AdherenceEvaluator, _ statistics: MeasureEvaluator
  ) -> PatientCharts {
    guard let days = plannedDays, days != query.range else { return self }
    let (compiled, whole, latest) = (compiled, query, tasks.map(\.evaluation.asOf).max())
    _ = consume self
    var shorter = whole
    shorter.range = days
    // By default the moment of the report follows the end of the range.
    if days.upperBound < whole.range.upperBound { shorter.asOf = shorter.asOf ?? latest }
    evaluator.ask(shorter)
    defer { evaluator.ask(whole) }
    return PatientCharts(compiled.asked(shorter), &evaluator, statistics)
  }

  /// The days in words, and when the plans ended.
  var span: String {
    let what = summary.isObservationOver ? "observation" : "the plan"
    let end = summary.planEnd.map { "; \(what) ended on \($0)" } ?? ""
    return query.range.text + end
  }

  /// The charts of a selection, in the order of their kinds.
  ///
  /// - Throws: `InputError` where the patient lacks the task, or has several and the chart shows one.
  func charts(_ selection: ChartSelection) throws(InputError) -> [NamedChart] {
    if let task = selection.task, !tasks.contains(where: { $0.task.id == task }) {
      throw InputError(
        .noSuch(kind: "task", id: task), parameter: "task", source: "patient \(record.patient.id)")
    }
    if let kind = selection.kind {
      if kind.needsTask, selection.task == nil, tasks.count > 1 {
        let names = tasks.map(\.task.id).joined(separator: "|")
        throw InputError(.missing, parameter: "task \(names)")
      }
      return try charts(kind, of: selection.task, selection.values)
    }
    return try allCharts(selection)
  }

  /// The charts of all kinds; sums that cannot be made are left out.
  private func allCharts(
    _ selection: ChartSelection
  ) throws(InputError) -> [NamedChart] {
    var charts: [NamedChart] = []
    for kind in ChartKind.allCases where kind.showsPatients {
      if kind == .comparison, earlierDays == nil { continue }
      let isOfAll = !kind.needsTask && kind != .swimmer && selection.task == nil
      for task in [selection.task] + (isOfAll && tasks.count > 1 ? tasks.map(\.task.id) : []) {
        do {
          charts += try self.charts(kind, of: task, selection.values)
        } catch  where kind == .dailySums || kind == .values {
          continue
        }
      }
    }
    return charts
  }

  /// The charts of a kind: one of each task where it is of a task, else one of a task or of all.
  private func charts(
    _ kind: ChartKind, of task: String?, _ values: SummedValues
  ) throws(InputError) -> [NamedChart] {
    guard kind.needsTask else {
      return [NamedChart(try chart(kind, of: task, values), task: task)]
    }
    var charts: [NamedChart] = []
    for own in tasks where task == nil || own.task.id == task {
      if kind == .values, task == nil, values == SummedValues() {
        charts += valueCharts(of: own)
        continue
      }
      let chart = try chart(kind, of: own, values)
      charts.append(NamedChart(chart, task: own.task.id, ofSeveral: tasks.count > 1))
    }
    return charts
  }
}

// Each kind is one call.
extension PatientCharts {
  var subtitle: String { "\(record.patient.id.isolated), \(query.range.text)" }

  /// Whose chart it is, and of what.
  func title(_ what: String) -> String {
    "\((record.patient.name ?? record.patient.id).isolated): \(what.isolated)"
  }

  /// A chart of one task, or of all tasks that impact adherence.
  ///
  /// - Throws: `InputError` where sums of different things are asked for.
  func chart(_ kind: ChartKind, of task: String? = nil, _ values: SummedValues = SummedValues())
    throws(InputError) -> ChartData
  {
    let series = adherence.tasks.first { $0.task == task } ?? adherence.total
    let own = tasks.first { $0.task.id == task }
    let title = title(own?.title ?? "All tasks")
    switch kind {
    case .bars:
      return .bars(
        of: series, over: adherence.spans, query.numerator, title: title, subtitle: subtitle)
    case .sparkline:
      return .sparkline(of: series, over: adherence.spans, query.numerator, title: title)
    case .rolling: return rolling(of: own, title)
    case .comparison: return try comparison(of: task)
    case .dailySums:
      let own = tasks.filter { task == nil || $0.task.id == task }
      return try .dailySums(
        of: own.map(\.evaluation), values, title: title, subtitle: subtitle)
    case .swimmer:
      let own = tasks.filter { task == nil || $0.task.id == task }
      return .swimmer(
        own.map(lane), title: own.count == 1 ? title : self.title("Treatment"),
        subtitle: subtitle, days: query.range)
    case .calendar, .chronology, .weekdayHours, .interdose, .clock, .streaks, .values, .lasagna,
      .survival, .covered, .ribbon, .funnel, .distribution, .groups, .fills, .slidingWindows:
      throw InputError(.conflict(with: "kind"), parameter: "patient")
    }
  }

  /// What was recorded of a task: a chart for each unit of which there is something to see.
  func valueCharts(of own: ChartedTask) -> [NamedChart] {
    let units = ChartData.unitsOfValues(of: own.evaluation)
    return units.compactMap { unit in
      let chart = try? ChartData.values(
        of: own.evaluation, SummedValues(units: unit ?? ""), title: title(own.title),
        subtitle: subtitle)
      guard let chart else { return nil }
      var named = NamedChart(chart, task: own.task.id)
      let suffix = units.count > 1 ? ".\(NamedChart.stem(of: unit ?? ""))" : ""
      named.name += suffix
      return named
    }
  }

  /// A chart of one task.
  func chart(
    _ kind: ChartKind, of own: ChartedTask, _ values: SummedValues = SummedValues()
  ) throws(InputError) -> ChartData {
    let title = title(own.title)
    switch kind {
    case .values:
      return try .values(of: own.evaluation, values, title: title, subtitle: subtitle)
    case .interdose:
      return .interdose(
        of: own.course, parameters: parameters, title: title, subtitle: subtitle)
    case .clock:
      return .clock(hours: own.course.eventHours, title: title, subtitle: subtitle)
    case .calendar:
      return .calendar(of: own.evaluation, title: title, subtitle: subtitle)
    case .chronology:
      return .chronology(of: own.evaluation, title: title, subtitle: subtitle)
    case .weekdayHours:
      return .weekdayHours(of: own.evaluation, title: title, subtitle: subtitle)
    case .streaks:
      return .streaks(of: own.evaluation, title: title, subtitle: subtitle)
    case .bars, .rolling, .sparkline, .swimmer, .dailySums, .lasagna, .survival, .covered, .ribbon,
      .funnel, .distribution, .groups, .fills, .slidingWindows, .comparison:
      return try chart(kind, of: own.task.id)
    }
  }

  private func rolling(of own: ChartedTask?, _ title: String) -> ChartData {
    let window = RollingWindow(days: parameters.rollingDays)
    let rolling = compiled.rolling([window].compactMap(\.self))[0]
    let series = rolling.patient.tasks.first { $0.task == own?.task.id } ?? rolling.patient.total
    return .rolling(
      of: rolling, series: series, parameters: parameters,
      numerator: query.numerator, title: title, subtitle: subtitle)
  }

  private func lane(_ own: ChartedTask) -> SwimmerLane {
    SwimmerLane(
      name: own.title, patient: record.patient.id, of: own.course, own.measures, parameters)
  }
}
