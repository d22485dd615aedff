/// A funnel plot of sites or groups that differ from the whole by more than chance, given their
/// size.
///
/// A member is a site or group, and its count the adherent patients among those with a ratio. The
/// limits assume independent observations: patients are independent, doses of a patient are not, so
/// the plot must not be used for patients or pooled doses. It must not be used to rank members
/// within the limits.
///
/// *z* = (*p* - *p̄*)/√(*p̄*(1 - *p̄*)/*n*) with the pooled proportion *p̄*. Members of one size
/// vary by more than chance because of their patients and plans. Following Spiegelhalter
/// (Statistics in Medicine 24 (2005) 1185–1202; Quality and Safety in Health Care 14 (2005)
/// 347–351), the *z* are winsorized at their 10th and 90th percentiles, φ is the mean of their
/// squares, and if φ *I* > *I* - 1 for *I* counts
///
/// τ² = (φ *I* - (*I* - 1))/(Σ*w* - Σ*w*²/Σ*w*), *w* = *n*/(*p̄*(1 - *p̄*)),
///
/// is added to each variance; otherwise τ² is 0. The limits are *p̄* ± *z*√(*p̄*(1 - *p̄*)/*n* +
/// τ²).
public struct FunnelPlot: Hashable, Sendable {
  /// The pooled proportion.
  public let center: Double
  /// The members with at least one patient with a ratio.
  public let members: [FunnelMember]
  private var counts: [AdherenceCount] { members.map(\.count) }
  /// φ: the mean square of the winsorized *z*; about 1 for chance variation only.
  public let overdispersion: Estimate<Double>
  /// τ²: the variance of the proportions beyond binomial variance.
  public let variance: Double

  /// Compares members with the whole.
  ///
  /// - Returns: The plot; missing if fewer than two members have patients with a ratio.
  public static func of(_ members: [FunnelMember]) -> Estimate<FunnelPlot> {
    let members = members.filter { $0.count.expected > 0 }
    guard members.count > 1 else { return .missing(.tooFew) }
    return .value(FunnelPlot(members))
  }

  private init(_ members: [FunnelMember]) {
    let counts = members.map(\.count)
    center =
      Double(counts.reduce(0) { $0 + $1.taken }) / Double(counts.reduce(0) { $0 + $1.expected })
    self.members = members
    let center = center
    let spread = FunnelPlot.spread(around: center)
    let z = counts.lazy.compactMap { FunnelPlot.z(of: $0, around: center).value }
    let phi = FunnelPlot.overdispersion(of: z)
    overdispersion = phi
    variance = phi.value.map { FunnelPlot.variance($0, counts, spread) } ?? 0
  }

  private static func spread(around center: Double) -> Double {
    (center * (1 - center)).squareRoot()
  }

  private static func z(of count: AdherenceCount, around center: Double) -> Estimate<Double> {
    count.ratio.flatMap { ratio in
      Estimate(
        (ratio - center) * Double(count.expected).squareRoot() / spread(around: center),
        else: .noVariation)
    }
  }

  private static func overdispersion(of z: some Sequence<Double>) -> Estimate<Double> {
    let sorted = z.sorted()
    guard let low = Samples.quantile(0.1, ofSorted: sorted).value,
      let high = Samples.quantile(0.9, ofSorted: sorted).value
    else { return .missing(.noVariation) }
    let squares = z.reduce(0) { sum, z in
      let drawn = min(max(z, low), high)
      return sum + drawn * drawn
    }
    return .value(squares / Double(sorted.count))
  }

  private static func variance(
    _ phi: Double, _ counts: [AdherenceCount], _ spread: Double
  ) -> Double {
    let weights = counts.map { Double($0.expected) / (spread * spread) }
    let excess = (phi - 1) * Double(weights.count) + 1
    let sum = weights.reduce(0, +)
    let scale = sum - weights.reduce(0) { $0 + $1 * $1 } / sum
    // Undetermined for a single count.
    return excess > 0 && scale > 0 ? excess / scale : 0
  }

  /// The distances of the members from the center, in binomial standard errors.
  ///
  /// Missing for all if all or no patients are adherent.
  ///
  /// - Complexity: O(*n*) for *n* counts.
  public var z: [Estimate<Double>] { counts.map(z) }

  /// The distances in standard errors that include the variance between members, as used by the
  /// limits.
  ///
  /// - Complexity: O(*n*) for *n* counts.
  public var adjustedZ: [Estimate<Double>] { counts.map(adjustedZ) }

  /// Returns the distance of a count from the center in binomial standard errors.
  func z(of count: AdherenceCount) -> Estimate<Double> { FunnelPlot.z(of: count, around: center) }

  /// Returns the distance in standard errors that include the variance between members.
  func adjustedZ(of count: AdherenceCount) -> Estimate<Double> {
    let spread = FunnelPlot.spread(around: center)
    // The ratio of total to binomial variance.
    let scale = 1 + variance * Double(count.expected) / (spread * spread)
    return z(of: count).map { $0 / scale.squareRoot() }
  }

  /// Returns the limits for a number of patients, between which proportions lie by chance with a
  /// probability.
  ///
  /// - Precondition: There are patients, and the level is between 0 and 1.
  public func limits(expected: Int, level: Double = 0.95) -> Interval {
    precondition(expected > 0 && level > 0 && level < 1, "no limits for \(expected), \(level)")
    let ofCounts = center * (1 - center) / Double(expected)
    let half = Normal.halfWidth(level: level) * (ofCounts + variance).squareRoot()
    return Interval(lower: max(0, center - half), upper: min(1, center + half))
  }
}

/// A site or group in a funnel plot.
public struct FunnelMember: Hashable, Sendable {
  /// The name of the site or group.
  public var name: String
  /// The adherent patients among those with a ratio.
  public var count: AdherenceCount

  /// Creates a site or group of a funnel plot.
  public init(name: String, count: AdherenceCount) {
    (self.name, self.count) = (name, count)
  }
}
