import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Scheduling

extension PatientCharts {
  /// Returns the comparison with earlier days, of one task or of the total and each task.
  ///
  /// - Throws: `InputError` if there are no earlier days.
  func comparison(of task: String?) throws(InputError) -> ChartData {
    guard let days = earlierDays else { throw InputError(.missing, parameter: "compare-from") }
    let pairs = adherence(over: days).beside(adherence(over: query.range))
    let meant = pairs.filter { before, _ in
      before.task == nil ? task == nil && tasks.count > 1 : task == nil || before.task == task
    }
    let rows = meant.map { before, after in
      ComparedAdherence(
        task: before.task,
        title: tasks.first { $0.task.id == before.task }?.title ?? "All tasks",
        before: before.periods[0], after: after.periods[0])
    }
    return .comparison(
      of: rows, over: (days, query.range), query.numerator, level: parameters.confidence,
      threshold: parameters.threshold, title: self.title("Before and since"),
      subtitle: record.patient.id.isolated)
  }

  /// Returns the adherence over a range of days.
  private func adherence(over days: Range<CivilDate>) -> PatientAdherence {
    let query = query.over(days)
    var evaluator = AdherenceEvaluator(query)
    return evaluator.adherence(of: compiled.asked(query))
  }
}

extension PatientAdherence {
  /// Returns the total and each task paired with its series over other days; tasks that could not
  /// be evaluated in both are omitted.
  func beside(_ later: PatientAdherence) -> [(before: AdherenceSeries, after: AdherenceSeries)] {
    let later = Dictionary(
      ([later.total] + later.tasks).map { ($0.scope, $0) }, uniquingKeysWith: { first, _ in first })
    return ([total] + tasks).compactMap { own in later[own.scope].map { (own, $0) } }
  }
}

extension AdherenceQuery {
  /// Returns a copy of the query for another range of days, as one period.
  func over(_ days: Range<CivilDate>) -> AdherenceQuery {
    var query = self
    (query.range, query.period) = (days, .all)
    return query
  }
}
