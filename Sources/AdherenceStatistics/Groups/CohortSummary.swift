public import AdherenceAnalytics

/// What describes the adherence of a group of patients.
///
/// Patients with nothing expected have no ratio: they are counted, and are in no figure.
public struct CohortSummary: Hashable, Sendable {
  /// All patients, also those without a ratio.
  public let patients: Int
  /// The different ratios of the patients.
  private let histogram: RatioHistogram
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
    let due = counts.lazy.filter { $0.expected > 0 }
    var ratios: [Double] = []
    ratios.reserveCapacity(counts.count)
    for count in due { ratios.append(Double(count.taken) / Double(count.expected)) }
    ratios.sort()
    histogram = RatioHistogram(ofSorted: ratios)
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
    reachingInterval = ProportionIntervals(level: level).wilson(reaching, of: ratios.count)
  }

  /// The patients with a ratio.
  public var evaluable: Int { histogram.count }

  /// The patients' ratios, in ascending order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* patients: those who have the same ratio share it in memory.
  public var ratios: [Double] { Array(histogram) }

  /// The share of the patients with a ratio whose ratio reaches the threshold.
  public var reachingShare: Estimate<Double> {
    Estimate(reaching, of: evaluable, else: .nothingDue)
  }

  /// The least ratio.
  public var minimum: Estimate<Double> { Estimate(histogram.first, else: .tooFew) }

  /// The greatest ratio.
  public var maximum: Estimate<Double> { Estimate(histogram.last, else: .tooFew) }

  /// A type-7 quantile of the ratios.
  public func quantile(_ share: Double) -> Estimate<Double> {
    Samples.quantile(share, ofSorted: histogram)
  }
}
