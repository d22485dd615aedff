/// The log-rank test of whether groups have the event at the same rates.
///
/// At each time of an event, *d* events among *n* at risk would be shared by the groups as those at
/// risk are. The statistic is (O - E)ᵀV⁻¹(O - E), with the events observed and expected and their
/// hypergeometric variance summed over the times, and in a stratified test over the strata (Mantel
/// 1966; Peto and Peto 1972). It is χ² with a degree of freedom less than groups, if they are the
/// same.
///
/// Groups that are never at risk together with another have no part in it, nor in the degrees.
///
///     let (early, late) = ([6.0, 7, 10], [13.0, 16, 22, 23])
///     let test = LogRank.test([early, late].map { $0.map { FollowUp(time: $0, hasEvent: true) } })
///     print(test.value!.statistic, test.value!.p)  // 6.6236621347989555 0.010063270374634814
public struct LogRank: Hashable, Sendable {
  /// What is found in one group.
  public struct Group: Hashable, Sendable {
    /// How many are followed.
    public let count: Int
    /// The events in it.
    public let observed: Int
    /// The events that it would have with the rates of all.
    public let expected: Double
    /// The variance of the difference of both.
    public let variance: Double
  }

  /// The groups, in their order.
  public let groups: [Group]
  /// χ².
  public let statistic: Double
  /// The degrees of freedom: the groups less one, as a rule.
  public let degreesOfFreedom: Int
  /// The probability of so great a χ², were the rates the same.
  public let p: Double

  /// Compares groups.
  ///
  /// - Parameter groups: The follow-ups of each group; a group may have none.
  /// - Returns: The test; missing where fewer than two groups have follow-ups or where no event
  ///   comes while two are at risk.
  /// - Complexity: O(*n* log *n* + *t* *k*²) for *t* different times of events and *k* groups.
  public static func test(_ groups: [[FollowUp]]) -> Estimate<LogRank> { test(strata: [groups]) }

  /// Compares groups within strata, such as sites: only those of the same stratum with each other.
  ///
  /// - Parameter strata: Of each stratum the follow-ups of each group.
  /// - Precondition: All strata have as many groups.
  /// - Returns: The test; missing as without strata.
  public static func test(strata: [[[FollowUp]]]) -> Estimate<LogRank> { test(of: strata) }

  /// Compares groups whose follow-ups are made one by one.
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
