public import Scheduling

/// An outcome of an element that names no times: done for a quota, or used as needed.
public struct Use: Hashable, Sendable {
  /// The element's id.
  public var element: String
  /// The day it is attributed to: that of its key, or of its time, by the day boundary.
  public var day: CivilDate
  /// When it happened; of an outcome without a time, when its key says.
  public var time: Instant
  /// The sum of its values in units that the element's targets have.
  public var amount: Double
  /// Whether it is complete by the scoring, so that it counts for a quota.
  public var isComplete: Bool
  /// Whether it makes more uses than the caps allow in its civil period, or in the stretch that ends with
  /// it.
  public var exceedsMaximum = false
  /// Whether it came sooner after the use before than the caps allow.
  public var breaksGap = false
  /// The positions in ``TaskEvaluation/outcomes``: several where they share a key.
  public var outcomes: [Int]
}
