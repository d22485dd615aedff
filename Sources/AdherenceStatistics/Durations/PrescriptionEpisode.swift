public import Scheduling

/// An uninterrupted period with one prescribed daily dose.
///
/// Consecutive prescriptions of the same dose are one episode. Two adjacent episodes are a change
/// of dosage; a gap between episodes is an interruption of treatment.
public struct PrescriptionEpisode: Hashable, Sendable {
  /// The first day.
  public var start: CivilDate
  /// The end (exclusive); `nil` if unknown.
  public var end: CivilDate?
  /// The daily dose.
  public var dailyDose: Double

  public init(start: CivilDate, end: CivilDate?, dailyDose: Double) {
    self.start = start
    self.end = end
    self.dailyDose = dailyDose
  }
}
