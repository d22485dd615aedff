public import AdherenceAnalytics

/// Summary statistics of the adherence of a group of patients.
///
/// Patients with nothing due have no ratio: they are counted but not included in any figure.
public struct CohortSummary: Hashable, Sendable {
  /// All patients, including those without a ratio.
  public let patients: Int
  /// The distribution of the patients' ratios.
  private let histogram: RatioHistogram
  /// The summed occurrences of all patients.
  public let pooled: AdherenceCount
  /// The summed quotas of all patients.
  package let quotas: QuotaTaking
  /// The mean of the patients' ratios.
  public let mean: Estimate<Double>
  /// The interval of the mean by Student's *t*.
  public let meanInterval: Estimate<Interval>
  /// The interval of the pooled ratio, which accounts for the correlation of a patient's doses; see
  /// ``ClusteredRatio``.
  public let pooledInterval: Estimate<Interval>
  /// The sample standard deviation of the ratios.
  public let standardDeviation: Estimate<Double>
  /// The population skewness *g*₁ of the ratios.
  public let skewness: Estimate<Double>
  /// The 10 % trimmed mean of the ratios.
  public let trimmedMean: Estimate<Double>
  /// The ratio from which a patient counts as adherent.
  public let threshold: Share
  /// The patients whose ratio is at the threshold or above, decided on whole numbers where there are no quotas.
  public let adherentPatients: Int
  /// The interval of their share of the patients with a ratio, by the method of Wilson.
  public let adherentInterval: Estimate<Interval>

  /// Summarises the counts of patients.
  ///
  /// - Parameters:
  ///   - counts: The counts of the patients, in any order.
  ///   - threshold: The ratio from which a patient counts as adherent, conventionally 80 %.
  ///   - level: The confidence level of the intervals.
  /// - Complexity: O(*n* log *n*).
  public init(
    _ counts: [AdherenceCount], threshold: Share = Share(4, of: 5), level: Double = 0.95
  ) {
    self.init(counts, quotas: [], threshold: threshold, level: level)
  }

  /// Summarises the counts and quotas of patients, in the same order; without quotas the list may
  /// be empty.
  init(
    _ counts: [AdherenceCount], quotas: [QuotaTaking], threshold: Share, level: Double
  ) {
    var ratios: [Double] = []
    ratios.reserveCapacity(counts.count)
    var (all, adherentPatients) = (QuotaTaking(), 0)
    var (done, due): ([Double], [Double]) = ([], [])
    done.reserveCapacity(counts.count)
    due.reserveCapacity(counts.count)
    for (place, count) in counts.enumerated() {
      let own = quotas.isEmpty ? QuotaTaking() : quotas[place]
      guard let ratio = own.ratio(with: count) else { continue }
      ratios.append(ratio)
      all.merge(own)
      done.append(Double(count.taken) + own.credited)
      due.append(Double(count.expected) + own.required)
      adherentPatients += threshold.isReached(by: count, own, ratio: ratio) ? 1 : 0
    }
    ratios.sort()
    histogram = RatioHistogram(ofSorted: ratios)
    patients = counts.count
    pooled = AdherenceCount(
      taken: counts.reduce(0) { $0 + $1.taken }, expected: counts.reduce(0) { $0 + $1.expected })
    self.quotas = all
    mean = Samples.mean(ratios)
    meanInterval = Interval.mean(of: ratios, level: level)
    pooledInterval = ClusteredRatio.pooled(done, of: due, level: level).flatMap(\.interval)
    standardDeviation = Samples.standardDeviation(ratios)
    skewness = Samples.skewness(ratios)
    trimmedMean = Samples.trimmedMean(ofSorted: ratios)
    self.threshold = threshold
    self.adherentPatients = adherentPatients
    adherentInterval = ProportionIntervals(level: level).wilson(adherentPatients, of: ratios.count)
  }

  /// The summed occurrences and quotas due.
  package var due: Double { Double(pooled.expected) + quotas.required }

  /// The pooled ratio, including quotas.
  package var pooledRatio: Estimate<Double> {
    quotas.required == 0 ? pooled.ratio : Estimate(quotas.ratio(with: pooled), else: .nothingDue)
  }

  /// The number of patients with a ratio.
  public var evaluable: Int { histogram.count }

  /// The patients' ratios, ascending.
  ///
  /// - Complexity: O(*n* log *n*) for *n* patients; the histogram stores equal ratios once.
  public var ratios: [Double] { Array(histogram) }

  /// The share of the patients with a ratio whose ratio reaches the threshold.
  public var adherentShare: Estimate<Double> {
    Estimate(adherentPatients, of: evaluable, else: .nothingDue)
  }

  /// The least ratio.
  public var minimum: Estimate<Double> { Estimate(histogram.first, else: .tooFew) }

  /// The greatest ratio.
  public var maximum: Estimate<Double> { Estimate(histogram.last, else: .tooFew) }

  /// Returns a type-7 quantile of the ratios.
  public func quantile(_ share: Double) -> Estimate<Double> {
    Samples.quantile(share, ofSorted: histogram)
  }
}

extension Share {
  /// Returns whether a patient reaches the threshold; fractional quotas have a tolerance of one
  /// part in 10⁹.
  fileprivate func isReached(
    by count: AdherenceCount, _ quotas: QuotaTaking, ratio: Double
  ) -> Bool {
    quotas.required == 0
      ? isReached(by: count.taken, of: count.expected)
      : ratio * Double(whole) >= Double(part) * (1 - 1e-9)
  }
}
