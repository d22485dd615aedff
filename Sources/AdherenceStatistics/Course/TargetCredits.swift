import AdherenceAnalytics

/// What was recorded for the occurrences in the denominator, held against their targets.
///
/// An occurrence without a target has credit 1 for any outcome. The values of one that asks for `atLeast`
/// alone are summed and held against the sum of its targets. Any other target, such as a range, is
/// held against its own values, as the scoring `reached` does.
package struct TargetCredits: Sendable {
  /// The occurrences in the denominator.
  package internal(set) var expected = 0
  /// Those with an outcome.
  var recorded = 0
  /// Those whose targets are met.
  var met = 0
  /// The sum of min(1, value / target); nothing of a value beyond an upper end.
  var linear = 0.0
  /// The sum of what is credited, min(value, target), of those with a target; nothing of a value beyond an
  /// upper end.
  var capped = 0.0
  /// The sum of the values, of those with a target.
  var value = 0.0
  /// The sum of what the targets ask for at least.
  var target = 0.0

  /// The share of the occurrences that have an outcome.
  package var outcomeExists: Estimate<Double> {
    Estimate(recorded, of: expected, else: .nothingDue)
  }
  /// The share of the occurrences whose targets are met.
  package var targetMet: Estimate<Double> { Estimate(met, of: expected, else: .nothingDue) }
  /// The mean of min(1, value / target): CareKit's linear progress.
  package var linearMean: Estimate<Double> {
    expected == 0 ? .missing(.nothingDue) : .value(linear / Double(expected))
  }
  /// Σ min(value, target) / Σ target: no occurrence makes up for another.
  package var cappedSum: Estimate<Double> { share(capped) }
  /// Σ value / Σ target: it may exceed 1.
  package var uncappedSum: Estimate<Double> { share(value) }

  private func share(_ sum: Double) -> Estimate<Double> {
    if expected == 0 { return .missing(.nothingDue) }
    return target > 0 ? Estimate(sum / target, else: .tooLarge) : .missing(.noTarget)
  }
}

extension TargetCredits {
  init(_ occurrences: [TaskCourse.Occurrence]) {
    for occurrence in occurrences where occurrence.isEvaluable { add(occurrence) }
  }

  private mutating func add(_ occurrence: TaskCourse.Occurrence) {
    expected += 1
    if occurrence.isRecorded { recorded += 1 }
    if occurrence.share >= 1 { met += 1 }
    linear += occurrence.share
    guard occurrence.target > 0 else { return }
    capped += occurrence.credited
    value += occurrence.value
    target += occurrence.target
  }
}
