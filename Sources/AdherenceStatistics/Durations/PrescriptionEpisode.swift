public import Scheduling

/// A time without a break in which one daily dose of a medicine was prescribed.
///
/// Prescriptions that renew each other at the same dose are one episode. Two episodes that touch are
/// a change of dosage; what lies between two that do not is an interruption of the treatment.
public struct PrescriptionEpisode: Hashable, Sendable {
  /// The first day.
  public var start: CivilDate
  /// The day after the last one; `nil` where no end is known.
  public var end: CivilDate?
  /// How much was to be used a day.
  public var dailyDose: Double

  /// Creates an episode.
  public init(start: CivilDate, end: CivilDate?, dailyDose: Double) {
    self.start = start
    self.end = end
    self.dailyDose = dailyDose
  }
}
