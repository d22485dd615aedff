/// The log-rank test for equal event rates of groups.
///
/// At each event time, *d* events among *n* at risk are expected to be distributed in proportion to
/// the numbers at risk. The statistic is (O - E)ᵀV⁻¹(O - E), with observed and expected events and
/// their hypergeometric variance summed over the times, and in a stratified test over the strata
/// (Mantel 1966; Peto and Peto 1972). Under equal rates it is χ² with one degree of freedom less
/// than groups.
///
/// Groups that are never at risk together with another are excluded, also from the degrees of
/// freedom.
///
///     let (early, late) = ([6.0, 7, 10], [13.0, 16, 22, 23])
///     let test = LogRank.test([early, late].map { $0.map { FollowUp(time: $0, hasEvent: true) } })
///     print(test.value!.statistic, test.value!.p)  // 6.6236621347989555 0.010063270374634814
public struct LogRank: Hashable, Sendable {
  /// The results of one group.
  public struct Group: Hashable, Sendable {
    /// The number of patients.
    public let count: Int
    /// The number of events.
    public let observed: Int
    /// The number of events expected under equal rates.
    public let expected: Double
    /// The variance of the difference.
    public let variance: Double
  }

  /// The groups, in their order.
  public let groups: [Group]
  /// χ².
  public let statistic: Double
  /// The degrees of freedom, usually the number of groups minus one.
  public let degreesOfFreedom: Int
  /// The *p* under equal rates.
  public let p: Double

  /// Compares groups.
  ///
  /// - Parameter groups: The follow-ups of each group; a group may be empty.
  /// - Returns: The test; missing if fewer than two groups have follow-ups, or there is no event
  ///   with two groups at risk.
  /// - Complexity: O(*n* log *n* + *t* *k*²) for *t* distinct event times and *k* groups.
  public static func test(_ groups: [[FollowUp]]) -> Estimate<LogRank> { test(strata: [groups]) }

  /// Compares groups within strata, such as sites.
  ///
  /// - Parameter strata: The follow-ups of each group, by stratum.
  /// - Precondition: All strata have the same number of groups.
  /// - Returns: The test; missing under the same conditions as without strata.
  public static func test(strata: [[[FollowUp]]]) -> Estimate<LogRank> { test(of: strata) }

  /// Compares groups of lazily created follow-ups.
  static func test(of strata: [[some Sequence<FollowUp>]]) -> Estimate<LogRank> {
    let count = strata.first?.count ?? 0
    precondition(strata.allSatisfy { $0.count == count }, "strata have different groups")
    var sums = LogRankSums(groups: count)
    for groups in strata { sums.add(groups) }
    guard sums.sizes.count(where: { $0 > 0 }) > 1 else { return .missing(.tooFew) }
    let differences = (0..<count).map { Double(sums.observed[$0]) - sums.expected[$0] }
    guard let (value, rank) = QuadraticForm.inverse(differences, sums.variance) else {
      return .missing(.notConverged)
    }
    guard rank > 0, let p = UpperTail.chiSquare(value, degreesOfFreedom: rank) else {
      return .missing(.noVariation)
    }
    return .value(
      LogRank(groups: sums.groups, statistic: value, degreesOfFreedom: rank, p: p))
  }
}
