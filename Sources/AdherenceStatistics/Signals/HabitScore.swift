import Foundation

/// How strong a habit has become, between 0 and 1, as Loop Habit Tracker scores it.
///
/// z begins at 0 and becomes m z + (1 − m) x each day, with m = 0.5 to the power of √f/13 for a
/// habit due f times a day: at once a day half of what a day adds is forgotten after 13 days.
///
/// Reference: Á. S. Xavier, Loop Habit Tracker, `Score.compute`.
package enum HabitScore {
  /// The score after the last day.
  ///
  /// - Parameters:
  ///   - ratios: What was taken of what was due, of each day that can be judged, in order.
  ///   - frequency: How often a day the habit is due, above 0; 1 where the days are already shares.
  /// - Returns: The score; missing where there is no day.
  package static func score(of ratios: [Double], frequency: Double = 1) -> Estimate<Double> {
    precondition(frequency > 0, "a habit is due more often than \(frequency) times a day")
    guard !ratios.isEmpty else { return .missing(.nothingDue) }
    return .value(ratios.smoothed(from: 0, keeping: exp2(-frequency.squareRoot() / 13)))
  }
}
