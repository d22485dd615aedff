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
  /// What quotas asked all patients for, and what of it was done.
  package let quotas: QuotaTaking
  /// The arithmetic mean of the ratios: every patient weighs the same.
  public let mean: Estimate<Double>
  /// The interval of the mean by Student's *t*.
  public let meanInterval: Estimate<Interval>
  /// The interval of the pooled ratio, which allows for what a patient's doses have in common; see
  /// ``ClusteredRatio``.
  public let pooledInterval: Estimate<Interval>
  /// The sample standard deviation of the ratios.
  public let standardDeviation: Estimate<Double>
  /// The population skewness *g*₁ of the ratios.
  public let skewness: Estimate<Double>
  /// The mean of the ratios without a tenth of them at each end.
  public let trimmedMean: Estimate<Double>
  /// The share that counts as adherent.
  public let threshold: Share
  /// The patients whose ratio is at the threshold or above, decided on whole numbers where there are no quotas.
  public let adherentPatients: Int
  /// The interval of their share of the patients with a ratio, by the method of Wilson.
  public let adherentInterval: Estimate<Interval>

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
    self.init(counts, quotas: [], threshold: threshold, level: level)
  }

  /// Describes the counts of patients, and what quotas asked of them in the same order; without any there may
  /// be no list.
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

  /// The occurrences of all patients together, with what quotas asked for.
  package var due: Double { Double(pooled.expected) + quotas.required }

  /// What was done of all that was due to all patients together.
  package var pooledRatio: Estimate<Double> {
    quotas.required == 0 ? pooled.ratio : Estimate(quotas.ratio(with: pooled), else: .nothingDue)
  }

  /// The patients with a ratio.
  public var evaluable: Int { histogram.count }

  /// The patients' ratios, in ascending order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* patients: those who have the same ratio share it in memory.
  public var ratios: [Double] { Array(histogram) }

  /// The share of the patients with a ratio whose ratio reaches the threshold.
  public var adherentShare: Estimate<Double> {
    Estimate(adherentPatients, of: evaluable, else: .nothingDue)
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

extension Share {
  /// Whether a patient reaches it; of shares of quotas, which are no counts, one part in 10⁹ is forgiven.
  fileprivate func isReached(
    by count: AdherenceCount, _ quotas: QuotaTaking, ratio: Double
  ) -> Bool {
    quotas.required == 0
      ? isReached(by: count.taken, of: count.expected)
      : ratio * Double(whole) >= Double(part) * (1 - 1e-9)
  }
}
