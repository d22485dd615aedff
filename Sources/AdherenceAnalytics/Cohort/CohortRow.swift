import Scheduling

/// One row of a cohort's table.
public struct CohortRow: Sendable {
  /// The patient group; `nil` for the whole cohort.
  public let group: String?
  /// What is summed up.
  public let scope: SeriesScope
  /// The period.
  public let span: PeriodSpan
  /// All patients' counts together; its ratio is the pooled one.
  public let pooled: Adherence
  /// The patients that have the series, and of relative weeks this one.
  public let patients: Int
  /// Of those, the ones without a ratio.
  public let nothingDue: Int
  /// The patients whose ratio reaches the cohort's threshold.
  public let reaching: Int
  /// The patients' ratios, ascending.
  package let ratios: RatioHistogram

  init(group: String?, scope: SeriesScope, span: PeriodSpan, _ members: Members) {
    self.group = group
    self.scope = scope
    self.span = span
    pooled = members.pooled.total
    ratios = members.ratios.histogram
    patients = ratios.count + members.nothingDue
    nothingDue = members.nothingDue
    reaching = members.reaching
  }

  /// The task's id; `nil` for any sum of tasks.
  public var task: String? { scope.task }

  /// The mean of the patients' ratios; `nil` without any.
  public var mean: Double? { ratios.mean }

  /// The share of the patients with a ratio whose ratio reaches the cohort's threshold.
  public var reachingShare: Double? {
    ratios.isEmpty ? nil : Double(reaching) / Double(ratios.count)
  }

  /// A quantile of the patients' ratios by linear interpolation; `nil` without any.
  ///
  /// It is type 7 of Hyndman and Fan (1996), the default of R and NumPy.
  ///
  /// - Parameter share: 0 for the least, 0.5 for the median, 1 for the greatest.
  /// - Returns: The quantile, from 0 to 1.
  public func quantile(_ share: Double) -> Double? { ratios.quantile(share) }
}
