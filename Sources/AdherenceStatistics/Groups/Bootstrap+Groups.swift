/// Statistics of groups whose intervals come from resamples.
extension Bootstrap {
  /// Compares two groups by divisions of both together, as many as there are resamples.
  ///
  /// - Returns: The test; missing where a group is empty, or where all numbers are the same.
  /// - Complexity: O(*B* *n*).
  package func permutationTest(_ first: [Double], _ second: [Double]) -> Estimate<PermutationTest> {
    guard let mean = Samples.mean(first).value, let other = Samples.mean(second).value else {
      return .missing(.tooFew)
    }
    let all = first + second
    guard CentralMoments(all.span).varies else { return .missing(.noVariation) }
    let (size, total) = (first.count, all.reduce(0, +))
    let (n, m) = (Double(first.count), Double(second.count))
    let differences = draws { twister, count in
      var shuffle = PartialShuffle(all, first: size)
      return (0..<count).map { _ in
        let sum = shuffle.next(from: twister)
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
  /// Each resample draws from both groups apart, from one of 1,000 numbers or more the quantile alone.
  ///
  /// - Precondition: The share is from 0 to 1.
  /// - Returns: The difference; missing where a group has fewer than two numbers.
  /// - Complexity: O(*B* *n* + *n* log *n*) for *B* resamples of *n* numbers, and O(*B* + *n* log *n*) from
  ///   1,000 on.
  func quantileDifference(_ share: Double, _ first: [Double], _ second: [Double])
    -> Estimate<BootstrapEstimate>
  {
    guard first.count > 1, second.count > 1 else { return .missing(.tooFew) }
    var (one, other) = (ResampledQuantile(share, of: first), ResampledQuantile(share, of: second))
    let value = one.value - other.value
    let draws = draws { [one, other] twister, count in
      var (one, other) = (one, other)
      return (0..<count).map { _ in one.next(from: twister) - other.next(from: twister) }
    }
    let without =
      one.valuesWithout().map { $0 - other.value } + other.valuesWithout().map { one.value - $0 }
    let border = first.count
    return estimate(
      value, draws, without: without, strata: [0..<border, border..<without.count])
  }

  /// The pooled ratio of patients, all taken over all expected, with its intervals.
  ///
  /// Each resample draws patients and not occurrences, as those of a patient are alike; patients with
  /// nothing expected have no part in it.
  ///
  /// - Returns: The ratio; missing where fewer than two patients have something expected.
  /// - Complexity: O(*B* *n*) for *B* resamples of *n* patients.
  func pooledRatio(of counts: [AdherenceCount]) -> Estimate<BootstrapEstimate> {
    let due = counts.filter { $0.expected > 0 }
    let all = AdherenceCount(
      taken: due.reduce(0) { $0 + $1.taken }, expected: due.reduce(0) { $0 + $1.expected })
    return statistic(
      of: due.count,
      without: { Double(all.taken - due[$0].taken) / Double(all.expected - due[$0].expected) }
    ) { places in
      var (taken, expected) = (0, 0)
      for index in places.indices {
        taken += due[Int(places[index])].taken
        expected += due[Int(places[index])].expected
      }
      return Double(taken) / Double(expected)
    }
  }
}
