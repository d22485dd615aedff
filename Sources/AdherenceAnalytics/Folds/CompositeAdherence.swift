import Scheduling

/// The adherence to several tasks as one number, in the three usual ways.
public struct CompositeAdherence: Hashable, Sendable {
  /// Pooled: what the numerator counts of all occurrences due; a frequent task weighs more.
  public let pooledOverTasks: Double?
  /// The mean of the tasks' ratios; every task with something due weighs the same.
  public let meanOfTaskRatios: Double?
  /// CareKit's daily progress: the mean over days of the mean progress of what was due on each.
  public let dailyMean: Double?
  /// The days on which something was due.
  public let days: Int
  /// Those on which all that was due was done, counted and not compared with a sum of fractions.
  public let completeDays: Int
}

extension PatientAdherence {
  /// The composites of series by day.
  fileprivate func composite(
    _ numerator: Numerator, impacting: Set<String>
  ) -> CompositeAdherence {
    let ratios = tasks.filter { $0.task.map(impacting.contains) ?? false }
      .sorted { $0.task ?? "" < $1.task ?? "" }
      .compactMap { $0.merged.periods[0].ratio(numerator) }
    let daily = total.periods.compactMap { $0.ratio(.progress) }
    return CompositeAdherence(
      pooledOverTasks: total.merged.periods[0].ratio(numerator), meanOfTaskRatios: ratios.mean,
      dailyMean: daily.mean,
      days: daily.count,
      completeDays: total.periods.count { $0.dueWithQuotas > 0 && $0.reaches(Share(1, of: 1)) })
  }

}

extension [Double] {
  /// The mean; `nil` without any.
  ///
  /// It is rounded at every step, so that numbers come in an order that no row of a source decides.
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}

extension CareRecord {
  /// The adherence to all tasks that impact adherence as one number, in three ways.
  ///
  /// Each task is scored by its own ``CareTask/scoring``, or the query's where it names none.
  ///
  /// - Parameter query: What is asked; its period plays no part.
  /// - Returns: The composites; every mean is `nil` where nothing was due.
  public func composite(_ query: AdherenceQuery) -> CompositeAdherence {
    var daily = query
    daily.period = .day
    let compiled = CompiledRecord(self, daily)
    let impacting = compiled.tasks.filter(\.impactsAdherence).map(\.id)
    var evaluator = AdherenceEvaluator(daily)
    return evaluator.adherence(of: compiled)
      .composite(query.numerator, impacting: Set(impacting))
  }
}
