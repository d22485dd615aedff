/// Why a statistic cannot be computed.
public enum MissingStatistic: String, CaseIterable, Hashable, Sendable, Codable {
  /// No occurrence is in the denominator.
  case nothingDue
  /// Nothing was ever done, so that there is nothing to time or to stop.
  case notInitiated
  /// Observation ends before a stop could have been told from a gap.
  case notJudgedYet
  /// No occurrence in the denominator was completed.
  case noDose
  /// Of what was done it is not known when.
  case notTimed
  /// Nothing was asked for that has an amount.
  case noTarget
  /// There are fewer observations than the statistic needs.
  case tooFew
  /// There are more observations than are compared with each other.
  case tooMany
  /// All observations are the same.
  case noVariation
  /// The curve ends before it comes down so far.
  case notReached
  /// The stretch of time that it divides by has no length.
  case noTime
  /// Nothing was dispensed in or before the window.
  case noSupply
  /// The days of a fill are no number of days.
  case invalidSupply
  /// The window of observation does not lie within that of follow-up.
  case outsideFollowUp
  /// The times of day cancel out, so that they have no mean.
  case noDirection
  /// No prescription says how much was to be used on the day.
  case notPrescribed
  /// The parameters do not ask for it: no resamples, or nothing that is known of the task's drug.
  case notAsked
  /// Patients are in several groups, so that these cannot be compared.
  case overlappingGroups
  /// There are more groups than are compared with each other.
  case tooManyGroups
  /// The numbers add up to more than a number can hold.
  case tooLarge
  /// It would tell of fewer patients than may be told of.
  case tooFewPatients
  /// A numerical method came to no end.
  case notConverged
}
