/// Statistics of groups whose intervals come from resamples.
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

  /// The pooled ratio of patients, all taken over all expected, with its intervals.
  ///
  /// Each resample draws patients and not occurrences, as those of a patient are alike; patients with
  /// nothing expected have no part in it.
  ///
  /// - Returns: The ratio; missing where fewer than two patients have something expected.
  public func pooledRatio(of counts: [AdherenceCount]) -> Estimate<BootstrapEstimate> {
    let due = counts.filter { $0.expected > 0 }
    return statistic(of: due.count) { places in
      var (taken, expected) = (0, 0)
      for index in places.indices {
        taken += due[Int(places[index])].taken
        expected += due[Int(places[index])].expected
      }
      return Double(taken) / Double(expected)
    }
  }
}
