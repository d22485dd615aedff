import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The results of one patient for all tables of a report.
struct EvaluatedPatient {
  let compiled: CompiledRecord
  /// By task and period.
  let adherence: PatientAdherence
  /// Over the whole range, and by windows; `nil` if no table requires it.
  private(set) var record: EvaluatedRecord?
  /// The measures of the tasks; `nil` if none are requested.
  private(set) var measures: PatientMeasures?
  /// All occurrences by task, if a table requires them.
  private(set) var evaluations: [TaskEvaluation] = []
  /// The recorded values, if a table requires them.
  private(set) var values: [PeriodValues] = []
  /// The results of each task by parameter combination, if there is a grid.
  fileprivate(set) var figures: [TaskFigures] = []
  /// The phases of each task by period, where a table has them.
  fileprivate(set) var phases: [TaskPhases] = []

  fileprivate init(_ compiled: CompiledRecord, counted adherence: PatientAdherence) {
    (self.compiled, self.adherence) = (compiled, adherence)
  }

  fileprivate init(
    _ compiled: CompiledRecord, _ record: EvaluatedRecord, _ measures: PatientMeasures?,
    _ evaluations: [TaskEvaluation], hasValues: Bool
  ) {
    self.init(compiled, counted: record.adherence)
    (self.record, self.measures, self.evaluations) = (record, measures, evaluations)
    if hasValues {
      values = evaluations.flatMap(\.values).map { PeriodValues($0, over: adherence.spans) }
    }
  }
}

/// The results of a task for each parameter combination.
struct TaskFigures {
  let task: String
  let figures: [SensitivityFigures]
}

/// The phases of a task by period.
struct TaskPhases {
  let task: String
  let periods: [PeriodPhases]
}

/// A series of values with its summary for each period.
struct PeriodValues {
  let series: ValueSeries
  let periods: [ValueSummary]

  init(_ series: ValueSeries, over spans: PeriodSpans) {
    (self.series, periods) = (series, series.summaries(over: spans))
  }
}

/// Evaluates patients for a report: each record is compiled once, and each task matched once for
/// all tables.
struct PatientEvaluator {
  private let query: AdherenceQuery
  private var evaluator: AdherenceEvaluator
  private let statistics: MeasureEvaluator?
  private let sensitivity: SensitivityPlan?
  private let windows: [RollingWindow]
  private let isCounted: Bool
  private let options: EvaluationOptions
  private let hasValues: Bool
  private let hasPhases: Bool

  init(_ query: AdherenceQuery, _ contents: ReportContents) {
    self.query = query
    evaluator = AdherenceEvaluator(query)
    statistics = contents.measureEvaluator
    sensitivity = contents.sensitivity
    options = contents.readsEvaluations ? .evaluation : []
    hasValues = contents.has(.values)
    hasPhases = contents.has(.phases)
    windows = contents.rolling
    isCounted =
      statistics == nil && contents.patientTables.allSatisfy { $0.table == .adherence }
  }

  mutating func evaluate(_ record: CareRecord) -> EvaluatedPatient {
    let compiled = CompiledRecord(record, query)
    if isCounted { return EvaluatedPatient(compiled, counted: evaluator.adherence(of: compiled)) }
    var evaluations: [TaskEvaluation] = []
    func keep(_ evaluation: TaskEvaluation?) {
      if let evaluation { evaluations.append(evaluation) }
    }
    guard let statistics else {
      let record = evaluator.evaluate(compiled, options: options, rolling: windows) { keep($1) }
      return EvaluatedPatient(compiled, record, nil, evaluations, hasValues: hasValues)
    }
    var (figures, phases) = ([TaskFigures](), [TaskPhases]())
    let (record, measures) = statistics.evaluate(
      compiled, by: &evaluator, options: options, rolling: windows
    ) { course, measures, evaluation in
      keep(evaluation)
      if hasPhases, let own = measures.phases {
        let periods = statistics.phases(of: course, own, over: compiled.spans)
        phases.append(TaskPhases(task: measures.task, periods: periods))
      }
      guard let sensitivity else { return }
      figures.append(
        TaskFigures(
          task: measures.task, figures: statistics.figures(of: course, by: sensitivity)))
    }
    var patient = EvaluatedPatient(
      compiled, record, measures, evaluations, hasValues: hasValues)
    (patient.figures, patient.phases) = (figures, phases)
    return patient
  }
}
