/// A test of whether two groups have the same mean that takes no distribution for granted.
///
/// Were the groups alike, any division of all numbers into groups of these sizes would be as likely.
/// *p* is (1 + *k*)/(1 + *B*), with *k* of *B* divisions whose means differ at least as much in either
/// direction (Fisher 1935; Phipson and Smyth 2010 for the ones).
public struct PermutationTest: Hashable, Sendable {
  /// The mean of the first group less that of the second.
  public let difference: Double
  /// How many of the divisions differ at least as much.
  public let asExtreme: Int
  /// How many divisions were drawn.
  public let resamples: Int

  /// The probability of such a difference, were the groups alike; never 0.
  public var p: Double { Double(1 + asExtreme) / Double(1 + resamples) }
}

extension Bootstrap {
  /// Compares two groups by divisions of both together, as many as there are resamples.
  ///
  /// - Returns: The test; missing where a group is empty, or where all numbers are the same.
  /// - Complexity: O(*B* *n*).
  public func permutationTest(_ first: [Double], _ second: [Double]) -> Estimate<PermutationTest> {
    guard let mean = Samples.mean(first).value, let other = Samples.mean(second).value else {
      return .missing(.tooFew)
    }
    let all = first + second
    guard CentralMoments(all.span).varies else { return .missing(.noVariation) }
    let (size, total) = (first.count, all.reduce(0, +))
    let (n, m) = (Double(first.count), Double(second.count))
    let differences = draws { twister, count in
      var values = all
      return (0..<count).map { _ in
        twister.shuffle(&values, first: size)
        let sum = values[..<size].reduce(0, +)
        return sum / n - (total - sum) / m
      }
    }
    // The same division in another order has another rounding.
    let bound = abs(mean - other) * (1 - 1e-12)
    return .value(
      PermutationTest(
        difference: mean - other, asExtreme: differences.count { abs($0) >= bound },
        resamples: differences.count))
  }

  /// The difference of a quantile between two groups, the first less the second, with its intervals.
  ///
  /// Each resample draws from both groups apart.
  ///
  /// - Precondition: The share is from 0 to 1.
  /// - Returns: The difference; missing where a group has fewer than two numbers.
  public func quantileDifference(_ share: Double, _ first: [Double], _ second: [Double])
    -> Estimate<BootstrapEstimate>
  {
    let (all, border) = (first + second, Int32(first.count))
    guard first.count > 1, second.count > 1 else { return .missing(.tooFew) }
    return statistic(of: all.count, strata: [0..<first.count, first.count..<all.count]) { places in
      var groups = ([Double](), [Double]())
      for index in places.indices {
        let (place, value) = (places[index], all[Int(places[index])])
        if place < border { groups.0.append(value) } else { groups.1.append(value) }
      }
      let (one, other) = (
        Samples.quantile(share, of: groups.0), Samples.quantile(share, of: groups.1)
      )
      return one.value.flatMap { one in other.value.map { one - $0 } }
    }
  }
}
