import AdherenceAnalytics

/// What was recorded for the occurrences in the denominator, held against their targets.
///
/// An occurrence without a target has credit 1 for any outcome; one whose target is 0 likewise.
public struct TargetCredits: Sendable {
  /// The occurrences in the denominator.
  public internal(set) var expected = 0
  /// Those with an outcome.
  public internal(set) var recorded = 0
  /// Those whose value reaches the target.
  public internal(set) var met = 0
  /// The sum of min(1, value / target).
  public internal(set) var linear = 0.0
  /// The sum of min(value, target), of those with a target.
  public internal(set) var capped = 0.0
  /// The sum of the values, of those with a target.
  public internal(set) var value = 0.0
  /// The sum of the targets.
  public internal(set) var target = 0.0

  /// The share of the occurrences that have an outcome.
  public var outcomeExists: Estimate<Double> {
    Estimate(recorded, of: expected, else: .nothingDue)
  }
  /// The share of the occurrences whose target is reached.
  public var targetMet: Estimate<Double> { Estimate(met, of: expected, else: .nothingDue) }
  /// The mean of min(1, value / target): CareKit's linear progress.
  public var linearMean: Estimate<Double> {
    expected == 0 ? .missing(.nothingDue) : .value(linear / Double(expected))
  }
  /// Σ min(value, target) / Σ target: no occurrence makes up for another.
  public var cappedSum: Estimate<Double> { share(capped) }
  /// Σ value / Σ target: it may exceed 1.
  public var uncappedSum: Estimate<Double> { share(value) }

  private func share(_ sum: Double) -> Estimate<Double> {
    if expected == 0 { return .missing(.nothingDue) }
    return target > 0 ? Estimate(sum / target, else: .noTarget) : .missing(.noTarget)
  }
}

extension TargetCredits {
  init(_ occurrences: [TaskCourse.Occurrence]) {
    for occurrence in occurrences where occurrence.isEvaluable {
      add(
        value: occurrence.value, target: occurrence.target, isRecorded: occurrence.isRecorded)
    }
  }

  private mutating func add(value: Double, target: Double, isRecorded: Bool) {
    expected += 1
    if isRecorded { recorded += 1 }
    guard target > 0 else {
      if isRecorded { (met, linear) = (met + 1, linear + 1) }
      return
    }
    // One part in 10⁹ is forgiven, so that ten times 0.1 reaches 1.
    if value >= target * (1 - 1e-9) { met += 1 }
    linear += min(1, max(0, value / target))
    capped += min(value, target)
    self.value += value
    self.target += target
  }
}
