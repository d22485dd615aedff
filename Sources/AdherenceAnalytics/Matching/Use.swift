package import Scheduling

/// An outcome of an element without times: done for a quota, or used as needed.
package struct Use: Hashable, Sendable {
  /// The element's id.
  package var element: String
  /// The day of attribution: that of its key, or of its time, by the day boundary.
  package var day: CivilDate
  /// The time of the outcome; without one, that of its key.
  package var time: Instant
  /// The sum of its values in units that the element's targets have.
  var amount: Double
  /// Whether it is complete by the scoring, so that it counts for a quota.
  var isComplete: Bool
  /// Whether it exceeds the maximum number of uses in its civil period, or in the rolling period that ends
  /// with it.
  package var exceedsMaximum = false
  /// Whether it follows the previous use sooner than the caps allow.
  package var breaksGap = false
  /// The indices in ``TaskEvaluation/outcomes``: several if they share a key.
  package var outcomes: [Int]
}
