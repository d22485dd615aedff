import AdherenceAnalytics

/// The recorded values of the occurrences in the denominator, compared with their targets.
///
/// An occurrence without a target has credit 1 for any outcome. For `atLeast` targets only, values
/// are summed and compared with the sum of the targets. Any other target, such as a range, is
/// compared with its own values, as in the scoring `reached`.
package struct TargetCredits: Sendable {
  /// The occurrences in the denominator.
  package internal(set) var expected = 0
  /// Those with an outcome.
  var recorded = 0
  /// Those whose targets are met.
  var met = 0
  /// The sum of min(1, value / target); values beyond an upper end count 0.
  var linear = 0.0
  /// The sum of min(value, target) over occurrences with a target; values beyond an upper end count
  /// 0.
  var capped = 0.0
  /// The sum of the values of occurrences with a target.
  var value = 0.0
  /// The sum of the lower ends of targets.
  var target = 0.0

  /// The share of occurrences with an outcome.
  package var outcomeExists: Estimate<Double> {
    Estimate(recorded, of: expected, else: .nothingDue)
  }
  /// The share of occurrences with targets met.
  package var targetMet: Estimate<Double> { Estimate(met, of: expected, else: .nothingDue) }
  /// The mean of min(1, value / target): CareKit's linear progress.
  package var linearMean: Estimate<Double> {
    expected == 0 ? .missing(.nothingDue) : .value(linear / Double(expected))
  }
  /// Σ min(value, target) / Σ target: surplus does not compensate for other occurrences.
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
