import Scheduling

/// The adherence to several tasks as one number, by three common definitions.
public struct CompositeAdherence: Hashable, Sendable {
  /// The ratio pooled over all occurrences due; frequent tasks have more weight.
  public let pooledOverTasks: Double?
  /// The mean of the tasks' ratios; every task with something due has the same weight.
  public let meanOfTaskRatios: Double?
  /// CareKit's daily progress: the mean over days of the mean progress of those due on each day.
  public let dailyMean: Double?
  /// The number of days on which something was due.
  public let days: Int
  /// The number of days on which everything due was done, by counts and not by a sum of fractions.
  public let completeDays: Int
}

extension PatientAdherence {
  /// Returns the composites of daily series.
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
  /// The mean; `nil` for an empty array.
  ///
  /// Every step is rounded, so the numbers must be in an order that is independent of the order of the input.
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}

extension CareRecord {
  /// Returns the adherence to all tasks that impact adherence as one number, by three definitions.
  ///
  /// Each task is scored by its own ``CareTask/scoring``, or else by the query's.
  ///
  /// - Parameter query: The query; its period is ignored.
  /// - Returns: The composites; every mean is `nil` if nothing was due.
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
