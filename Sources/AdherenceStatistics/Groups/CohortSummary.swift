public import AdherenceAnalytics

/// What describes the adherence of a group of patients.
///
/// Patients with nothing expected have no ratio: they are counted, and are in no figure.
public struct CohortSummary: Hashable, Sendable {
  /// All patients, also those without a ratio.
  public let patients: Int
  /// The patients' ratios, in ascending order.
  public let ratios: [Double]
  /// The occurrences of all patients together.
  public let pooled: AdherenceCount
  /// The arithmetic mean of the ratios: every patient weighs the same.
  public let mean: Estimate<Double>
  /// The interval of the mean by Student's *t*.
  public let meanInterval: Estimate<Interval>
  /// The sample standard deviation of the ratios.
  public let standardDeviation: Estimate<Double>
  /// The population skewness *g*₁ of the ratios.
  public let skewness: Estimate<Double>
  /// The mean of the ratios without a tenth of them at each end.
  public let trimmedMean: Estimate<Double>
  /// The share that counts as adherent.
  public let threshold: Share
  /// The patients whose ratio is at the threshold or above, decided on whole numbers.
  public let reaching: Int
  /// The interval of their share of the patients with a ratio, by the method of Wilson.
  public let reachingInterval: Estimate<Interval>

  /// Describes the counts of patients.
  ///
  /// - Parameters:
  ///   - counts: Of each patient, in any order.
  ///   - threshold: The share that counts as adherent: 80 %, the field's convention.
  ///   - level: The level of the intervals.
  /// - Complexity: O(*n* log *n*).
  public init(
    _ counts: [AdherenceCount], threshold: Share = Share(4, of: 5), level: Double = 0.95
  ) {
    let due = counts.filter { $0.expected > 0 }
    ratios = due.map { Double($0.taken) / Double($0.expected) }.sorted()
    patients = counts.count
    pooled = AdherenceCount(
      taken: due.reduce(0) { $0 + $1.taken }, expected: due.reduce(0) { $0 + $1.expected })
    mean = Samples.mean(ratios)
    meanInterval = Interval.mean(of: ratios, level: level)
    standardDeviation = Samples.standardDeviation(ratios)
    skewness = Samples.skewness(ratios)
    trimmedMean = Samples.trimmedMean(ofSorted: ratios)
    self.threshold = threshold
    reaching = due.count { threshold.isReached(by: $0.taken, of: $0.expected) }
    reachingInterval = ProportionIntervals(level: level).wilson(reaching, of: due.count)
  }

  /// The patients with a ratio.
  public var evaluable: Int { ratios.count }

  /// The share of the patients with a ratio whose ratio reaches the threshold.
  public var reachingShare: Estimate<Double> {
    Estimate(reaching, of: evaluable, else: .nothingDue)
  }

  /// The least ratio.
  public var minimum: Estimate<Double> { Estimate(ratios.first, else: .tooFew) }

  /// The greatest ratio.
  public var maximum: Estimate<Double> { Estimate(ratios.last, else: .tooFew) }

  /// A type-7 quantile of the ratios.
  public func quantile(_ share: Double) -> Estimate<Double> {
    Samples.quantile(share, ofSorted: ratios)
  }
}
