extension BernoulliCUSUM {
  /// How many occurrences pass on average until the alarm, from a sum of 0.
  ///
  /// The sum is a Markov chain on a lattice of `states` points below the limit; each step is
  /// rounded to it, so that the answer is exact where both steps are multiples of its width and
  /// otherwise approaches the truth as the lattice gets finer. At the acceptable probability it is
  /// the time between false alarms, at the unacceptable one the delay of a true one.
  ///
  /// - Parameters:
  ///   - probability: The probability of a dose taken.
  ///   - states: The points of the lattice.
  /// - Returns: The number of occurrences, the one that raises the alarm included.
  /// - Complexity: O(*states*³).
  func averageRunLength(at probability: Double, states: Int = 240) -> Estimate<Double> {
    precondition(states > 0, "a lattice of \(states) points")
    let width = limit / Double(states)
    let taken = Int((takenStep / width).rounded())
    let missed = Int((missedStep / width).rounded())
    // (I − Q) L = 1 for the run lengths L from each point, Q the moves that raise no alarm.
    var system = LinearSystem(ones: states)
    for state in 0..<states {
      system[state, state] += 1
      for (step, chance) in [(taken, probability), (missed, 1 - probability)]
      where state + step < states {
        system[state, max(0, state + step)] -= chance
      }
    }
    return Estimate(system.solved()?.first, else: .notConverged)
  }
}
