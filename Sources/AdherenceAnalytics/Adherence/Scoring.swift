import Scheduling

/// How an outcome is measured against the targets of its occurrence.
public enum Scoring: String, CaseIterable, Hashable, Sendable, Codable {
  /// Full marks for any outcome that is not a refusal.
  case recorded
  /// The sum of the values as a share of the sum of the targets, at most one.
  case summed

  /// The progress of an outcome that exists and is not a refusal, 0 to 1.
  func progress(of sums: ScoredSums) -> Double {
    switch self {
    case .recorded: 1
    case .summed: sums.progress
    }
  }
}

/// The amounts of one occurrence's outcome, beside what was asked for.
public struct ScoredSums: Hashable, Sendable {
  /// The sum of the values that can be credited.
  public var value = 0.0
  /// The sum of the targets; `nil` without any.
  public var target: Double?
  /// The values in units that no target has; they are in no sum.
  public var uncredited = 0

  /// Sums the targets of an element.
  init(targets: [ScheduleElement.Target]) {
    target = targets.isEmpty ? nil : targets.reduce(0) { $0 + $1.value }
  }

  /// Adds a value, unless every target is in other units.
  mutating func add(_ value: OutcomeValue, targets: [ScheduleElement.Target]) {
    let fits =
      targets.isEmpty
      || targets.contains {
        $0.units == nil || value.units == nil || $0.units == value.units
      }
    if fits { self.value += value.amount } else { uncredited += 1 }
  }

  /// The value, at most the target.
  public var credited: Double { min(value, target ?? value) }

  /// The share of the target that was reached; within one part in 10⁹ counts as reached.
  var progress: Double {
    guard let target else { return value > 0 ? 1 : 0 }
    guard target > 0, value < target * (1 - 1e-9) else { return 1 }
    return value / target
  }
}
