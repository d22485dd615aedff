import TestSupport

/// A stable patient who takes one dose a day, and whose misses come in runs: a Markov chain.
struct StickyTaker {
  private let share: Double
  private let correlation: Double

  /// Creates a patient.
  ///
  /// - Parameters:
  ///   - share: The probability of a dose taken, the same on all days.
  ///   - correlation: The correlation of neighbouring doses.
  init(_ share: Double, _ correlation: Double) {
    (self.share, self.correlation) = (share, correlation)
  }

  /// Draws the number of doses taken in each week.
  func weeks(_ count: Int, _ random: inout Seeded) -> [Int] {
    var isTaken = Double.random(in: 0..<1, using: &random) < share
    return (0..<count).map { _ in
      (0..<7).reduce(0) { taken, _ in
        let chance = share * (1 - correlation) + (isTaken ? correlation : 0)
        isTaken = Double.random(in: 0..<1, using: &random) < chance
        return taken + (isTaken ? 1 : 0)
      }
    }
  }
}
