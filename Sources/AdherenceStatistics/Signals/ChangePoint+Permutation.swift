extension ChangePoint {
  /// How probable so great a likelihood ratio is where doses are missed in any order.
  ///
  /// The doses are put in another order again and again; *p* is (1 + *k*)/(1 + *B*) with *k* of *B*
  /// orders whose greatest ratio is at least as great (Phipson and Smyth 2010 for the ones). Doses
  /// that follow one another in truth depend on each other, so that *p* is rather too small.
  ///
  /// - Parameters:
  ///   - taken: Whether each occurrence that can be judged was taken, in order.
  ///   - minimum: The fewest occurrences on each side, at least 1.
  ///   - resamples: How many orders are drawn, *B*.
  ///   - seed: Where the random numbers begin; the same seed gives the same *p*.
  ///   - scratch: The worker's memory.
  /// - Returns: *p*; missing where a side would be too short.
  /// - Complexity: O(*B* *n*).
  static func permutationP(
    in taken: [Bool], minimum: Int = 7, resamples: Int = 999, seed: UInt32, scratch: SignalScratch
  ) -> Estimate<Double> {
    precondition(resamples > 0, "\(resamples) orders")
    return find(in: taken, minimum: minimum, scratch: scratch).map { change in
      let twister = MersenneTwister(seed: seed)
      var (order, asGreat) = (taken, 0)
      for _ in 0..<resamples {
        shuffle(&order, by: twister)
        let ratio = find(in: order, minimum: minimum, scratch: scratch).value?.likelihoodRatio
        // The same counts in another order have another rounding.
        if let ratio, ratio >= change.likelihoodRatio - 1e-9 { asGreat += 1 }
      }
      return Double(1 + asGreat) / Double(1 + resamples)
    }
  }

  /// Fisher and Yates, from the end.
  private static func shuffle(_ order: inout [Bool], by twister: MersenneTwister) {
    for end in stride(from: order.count - 1, to: 0, by: -1) {
      order.swapAt(end, twister.uniform(below: end + 1))
    }
  }
}
