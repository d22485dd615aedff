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

/// The sums of the log-rank test over times and strata.
struct LogRankSums {
  private(set) var sizes: [Int]
  private(set) var observed: [Int]
  private(set) var expected: [Double]
  /// Row by row.
  private(set) var variance: [Double]

  init(groups count: Int) {
    sizes = Array(repeating: 0, count: count)
    observed = sizes
    expected = Array(repeating: 0, count: count)
    variance = Array(repeating: 0, count: count * count)
  }

  /// The end of a follow-up, with its group.
  private struct Exit {
    var time: Double
    var group: Int32
    var hasEvent: Bool
  }

  /// A late entry, with its group.
  private struct Entry {
    var time: Double
    var group: Int32
  }

  /// Adds the groups of a stratum.
  mutating func add(_ groups: [some Sequence<FollowUp>]) {
    var (ends, entries): ([Exit], [Entry]) = ([], [])
    var initial = [Int](repeating: 0, count: groups.count)
    for (group, followUps) in groups.enumerated() {
      for followUp in followUps {
        sizes[group] += 1
        initial[group] += followUp.entry == 0 ? 1 : 0
        ends.append(
          Exit(time: followUp.time, group: Int32(group), hasEvent: followUp.hasEvent))
        if followUp.entry > 0 {
          entries.append(Entry(time: followUp.entry, group: Int32(group)))
        }
      }
    }
    ends.sort { $0.time < $1.time }
    entries.sort { $0.time < $1.time }
    walk(ends, entries, initial)
  }

  /// Iterates over the times, given the numbers at risk at the start.
  private mutating func walk(_ ends: [Exit], _ entries: [Entry], _ initial: [Int]) {
    var atRisk = initial
    var (index, entered) = (0, 0)
    while index < ends.count {
      let (first, time) = (index, ends[index].time)
      var events = 0
      while index < ends.count, ends[index].time == time {
        if ends[index].hasEvent {
          events += 1
          observed[Int(ends[index].group)] += 1
        }
        index += 1
      }
      while entered < entries.count, entries[entered].time < time {
        atRisk[Int(entries[entered].group)] += 1
        entered += 1
      }
      if events > 0 { share(events, atRisk, of: atRisk.reduce(0, +)) }
      for end in ends[first..<index] { atRisk[Int(end.group)] -= 1 }
    }
  }

  /// Adds the expected distribution of events at one time.
  private mutating func share(_ events: Int, _ atRisk: [Int], of all: Int) {
    let (d, n) = (Double(events), Double(all))
    let spread = all > 1 ? d * (n - d) / (n - 1) : 0
    for row in atRisk.indices where atRisk[row] > 0 {
      let part = Double(atRisk[row]) / n
      expected[row] += d * part
      for column in atRisk.indices {
        let other = Double(atRisk[column]) / n
        variance[row * atRisk.count + column] += spread * part * ((row == column ? 1 : 0) - other)
      }
    }
  }

  /// The results of each group.
  var groups: [LogRank.Group] {
    sizes.indices.map { group in
      LogRank.Group(
        count: sizes[group], observed: observed[group], expected: expected[group],
        variance: variance[group * (sizes.count + 1)])
    }
  }
}

/// The follow-up of a patient, and whether it ended with the event.
public struct FollowUp: Hashable, Sendable, Codable {
  /// The time from the start to the event or the end of observation, in days or another unit.
  public var time: Double
  /// The time from the start to the beginning of observation; 0 if they coincide.
  ///
  /// An event before the entry could not have been observed (left truncation), so the patient is at
  /// risk only after it.
  public var entry: Double
  /// Whether the event occurred; otherwise the follow-up is censored.
  public var hasEvent: Bool

  /// Creates a follow-up.
  ///
  /// - Precondition: The time is finite and not negative, and the entry is 0 or less than it.
  public init(time: Double, entry: Double = 0, hasEvent: Bool) {
    precondition(time >= 0 && time.isFinite, "nobody was followed for \(time)")
    precondition(
      entry == 0 || (entry > 0 && entry < time), "nobody enters at \(entry) up to \(time)")
    // Adding 0 normalizes negative zero, whose bits do not sort correctly.
    self.time = time + 0
    self.entry = entry + 0
    self.hasEvent = hasEvent
  }
}
