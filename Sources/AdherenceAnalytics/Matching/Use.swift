package import Scheduling

/// An outcome of an element that names no times: done for a quota, or used as needed.
package struct Use: Hashable, Sendable {
  /// The element's id.
  package var element: String
  /// The day it is attributed to: that of its key, or of its time, by the day boundary.
  package var day: CivilDate
  /// When it happened; of an outcome without a time, when its key says.
  package var time: Instant
  /// The sum of its values in units that the element's targets have.
  var amount: Double
  /// Whether it is complete by the scoring, so that it counts for a quota.
  var isComplete: Bool
  /// Whether it makes more uses than the caps allow in its civil period, or in the stretch that ends with
  /// it.
  package var exceedsMaximum = false
  /// Whether it came sooner after the use before than the caps allow.
  package var breaksGap = false
  /// The positions in ``TaskEvaluation/outcomes``: several where they share a key.
  package var outcomes: [Int]
}
