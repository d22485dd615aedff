/// The reason why a statistic is missing.
public enum MissingStatistic: String, CaseIterable, Hashable, Sendable, Codable {
  /// No occurrence is in the denominator.
  case nothingDue
  /// There was no event, so there is nothing to time or discontinue.
  case notInitiated
  /// Observation ends before discontinuation could be distinguished from a gap.
  case notJudgedYet
  /// No occurrence in the denominator was completed.
  case noDose
  /// The times of the events are unknown.
  case notTimed
  /// No target has an amount.
  case noTarget
  /// There are too few observations.
  case tooFew
  /// There are too many observations to compare.
  case tooMany
  /// All observations are equal.
  case noVariation
  /// The curve ends before it reaches the value.
  case notReached
  /// The denominator, a time span, is empty.
  case noTime
  /// Nothing was dispensed in or before the window.
  case noSupply
  /// The days of supply of a fill are invalid.
  case invalidSupply
  /// The observation window is outside the follow-up.
  case outsideFollowUp
  /// The times of day cancel out, so there is no mean.
  case noDirection
  /// The parameters do not define it: no resamples, or no data about the task's drug.
  case notAsked
  /// Patients are in several groups, which cannot be compared.
  case overlappingGroups
  /// There are too many groups to compare.
  case tooManyGroups
  /// The sum overflows.
  case tooLarge
  /// It would disclose data about too few patients.
  case tooFewPatients
  /// A numerical method did not converge.
  case notConverged
}
