import Foundation

/// The search for the most likely log odds by Newton's method.
struct LogisticSearch {
  /// The log odds at position 0.
  private(set) var level: Double
  /// Their change per position.
  private(set) var slope = 0.0
  /// The standard error of the slope, where the search ended.
  private(set) var slopeError = 0.0

  /// Starts without a trend.
  init(level: Double) { self.level = level }

  /// Goes on until nothing changes any more, and says whether that came to pass.
  ///
  /// Where no odds are most likely each step is as long as the one before.
  mutating func converges(_ weeks: [ClassTally], _ positions: [Double]) -> Bool {
    for _ in 0..<30 {
      let step = step(weeks, positions)
      guard step.level.isFinite, step.slope.isFinite else { return false }
      level += step.level
      slope += step.slope
      slopeError = step.slopeError
      if abs(step.level) < 1e-12, abs(step.slope) < 1e-12 { return true }
    }
    return false
  }

  private func step(
    _ weeks: [ClassTally], _ positions: [Double]
  ) -> (level: Double, slope: Double, slopeError: Double) {
    var (rest, tilt) = (0.0, 0.0)
    var (weight, lever, spread) = (0.0, 0.0, 0.0)
    for (week, x) in zip(weeks, positions) {
      let share = 1 / (1 + exp(-(level + slope * x)))
      let residual = Double(week.taken) - Double(week.expected) * share
      let information = Double(week.expected) * share * (1 - share)
      rest += residual
      tilt += residual * x
      weight += information
      lever += information * x
      spread += information * x * x
    }
    let determinant = weight * spread - lever * lever
    return (
      (spread * rest - lever * tilt) / determinant, (weight * tilt - lever * rest) / determinant,
      (weight / determinant).squareRoot()
    )
  }
}
