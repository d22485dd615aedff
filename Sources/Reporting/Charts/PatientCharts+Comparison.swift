import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

extension PatientCharts {
  /// The days of the query beside earlier ones, of one task or of all tasks and each.
  ///
  /// - Throws: `InputError` where no earlier days are known.
  func comparison(of task: String?) throws(InputError) -> ChartData {
    guard let days = earlierDays else { throw InputError(.missing, parameter: "compare-from") }
    var evaluator = AdherenceEvaluator(query.over(days))
    let before = evaluator.adherence(of: compiled.asked(query.over(days)))
    evaluator = AdherenceEvaluator(query.over(query.range))
    let after = evaluator.adherence(of: compiled.asked(query.over(query.range)))
    var rows: [ComparedAdherence] = []
    func add(
      _ task: String?, _ title: String, _ before: AdherenceSeries, _ after: AdherenceSeries
    ) {
      rows.append(
        ComparedAdherence(
          task: task, title: title, before: before.periods[0], after: after.periods[0]))
    }
    if task == nil, tasks.count > 1 { add(nil, "All tasks", before.total, after.total) }
    for own in tasks where task == nil || own.task.id == task {
      guard let first = before.tasks.first(where: { $0.task == own.task.id }),
        let second = after.tasks.first(where: { $0.task == own.task.id })
      else { continue }
      add(own.task.id, own.title, first, second)
    }
    return .comparison(
      of: rows, over: (days, query.range), query.numerator, level: parameters.confidence,
      threshold: parameters.threshold, title: self.title("Before and since"),
      subtitle: record.patient.id.isolated)
  }
}

extension AdherenceQuery {
  /// The same question about other days as a whole.
  func over(_ days: Range<CivilDate>) -> AdherenceQuery {
    var query = self
    (query.range, query.period) = (days, .all)
    return query
  }
}
