import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// All that a report has of one patient.
struct EvaluatedPatient {
  let compiled: CompiledRecord
  /// By task and period.
  let adherence: PatientAdherence
  /// Over the whole range; `nil` where no table needs more than counts.
  let summary: PatientSummary?
  /// The same with the measures of the tasks; `nil` where nobody asks for any.
  let measures: PatientMeasures?
  /// Every occurrence, task by task, where a table tells them apart.
  let evaluations: [TaskEvaluation]
}

/// Evaluates patients for a report: each record is compiled once, and each task matched once for all tables.
struct PatientEvaluator {
  private let query: AdherenceQuery
  private var evaluator: AdherenceEvaluator
  private let statistics: MeasureEvaluator?
  private let needsSummary: Bool
  private let reading: TaskReading

  init(_ query: AdherenceQuery, _ contents: ReportContents) {
    self.query = query
    evaluator = AdherenceEvaluator(query)
    statistics = contents.measureEvaluator
    let kinds = contents.patientTables.map(\.kind)
    reading = kinds.contains(.breakdown) ? .evaluation : []
    needsSummary = kinds.contains(.patients) || kinds.contains(.breakdown)
  }

  mutating func evaluate(_ record: CareRecord) -> EvaluatedPatient {
    let compiled = CompiledRecord(record, query)
    var evaluations: [TaskEvaluation] = []
    func keep(_ evaluation: TaskEvaluation?) {
      if let evaluation { evaluations.append(evaluation) }
    }
    if let statistics {
      let (adherence, measures) = statistics.evaluate(compiled, by: &evaluator, reading: reading) {
        keep($2)
      }
      return EvaluatedPatient(
        compiled: compiled, adherence: adherence, summary: measures.summary, measures: measures,
        evaluations: evaluations)
    }
    guard needsSummary else {
      return EvaluatedPatient(
        compiled: compiled, adherence: evaluator.adherence(of: compiled), summary: nil,
        measures: nil, evaluations: [])
    }
    let evaluated = evaluator.evaluate(compiled, reading: reading) { keep($1) }
    return EvaluatedPatient(
      compiled: compiled, adherence: evaluated.adherence, summary: evaluated.summary,
      measures: nil, evaluations: evaluations)
  }
}
