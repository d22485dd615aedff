/// Which sites or groups differ from all by more than chance, given the number of their patients.
///
/// A member is a site or group, its count the adherent patients of those with a ratio. Patients are independent
/// of each other, as the limits ask; doses of a patient are not, so that the plot must not be used for patients
/// or for pooled doses. It must not be used to rank members that lie within the limits.
///
/// *z* = (*p* - *p̄*)/√(*p̄*(1 - *p̄*)/*n*) with the pooled proportion *p̄*. Members of one size differ by more
/// than chance anyway, by their patients and plans. As
/// Spiegelhalter has it (Statistics in Medicine 24 (2005) 1185–1202; Quality and Safety in Health Care 14
/// (2005) 347–351), the *z* are held within their own 10th and 90th percentile, φ is the mean of their
/// squares, and where φ *I* > *I* - 1 of *I* counts
///
/// τ² = (φ *I* - (*I* - 1))/(Σ*w* - Σ*w*²/Σ*w*), *w* = *n*/(*p̄*(1 - *p̄*)),
///
/// is added to each variance; else τ² is 0. The limits are *p̄* ± *z*√(*p̄*(1 - *p̄*)/*n* + τ²).
public struct FunnelPlot: Hashable, Sendable {
  /// The pooled proportion.
  public let center: Double
  /// The members with patients who have a ratio.
  public let members: [FunnelMember]
  private var counts: [AdherenceCount] { members.map(\.count) }
  /// φ: the mean square of the *z*, the farthest drawn in; about 1 where chance alone has them differ.
  public let overdispersion: Estimate<Double>
  /// τ²: the variance of the proportions beyond that of counts.
  public let variance: Double

  /// Compares members with all of them together.
  ///
  /// - Returns: The plot; missing where fewer than two members have patients with a ratio.
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
    // Of a single count there is nothing between.
    return excess > 0 && scale > 0 ? excess / scale : 0
  }

  /// The distances of the members from the center, in standard errors of counts.
  ///
  /// Missing for all where all or none of the patients are adherent.
  ///
  /// - Complexity: O(*n*) for *n* counts.
  public var z: [Estimate<Double>] { counts.map(z) }

  /// The distances in standard errors with the variance between members, which the limits are of.
  ///
  /// - Complexity: O(*n*) for *n* counts.
  public var adjustedZ: [Estimate<Double>] { counts.map(adjustedZ) }

  /// How many standard errors of counts a count is from the center.
  func z(of count: AdherenceCount) -> Estimate<Double> { FunnelPlot.z(of: count, around: center) }

  /// Likewise, by the errors with the variance between the counts.
  func adjustedZ(of count: AdherenceCount) -> Estimate<Double> {
    let spread = FunnelPlot.spread(around: center)
    // The share of the whole error that is that of counts.
    let scale = 1 + variance * Double(count.expected) / (spread * spread)
    return z(of: count).map { $0 / scale.squareRoot() }
  }

  /// The limits for so many patients, between which proportions lie by chance with a probability.
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
  /// The adherent patients of those with a ratio.
  public var count: AdherenceCount

  /// Creates a member.
  public init(name: String, count: AdherenceCount) {
    (self.name, self.count) = (name, count)
  }

  /// Creates the member of a group.
  package init(_ group: GroupStatistics) {
    name = group.group ?? ""
    count = AdherenceCount(taken: group.summary.adherentPatients, expected: group.summary.evaluable)
  }
}
