public import AdherenceAnalytics
public import Scheduling

/// A part of a dispensed supply that is used without interruption at one daily dose.
public struct SuppliedEvent: Hashable, Sendable {
  /// The date of dispensing.
  public var dispensed: CivilDate
  /// The total amount dispensed, including all other parts.
  public var totalDose: Double
  /// The one-based number of the part in the supply's course.
  ///
  /// An interruption over which the supply is carried counts as a part without an event.
  public var number: Int
  /// The first day of use: the day of dispensing or later.
  public var start: CivilDate
  /// The number of days that it lasts; missing if no prescription gives the daily dose.
  ///
  /// It is 0 for a supply that had to wait from its first day on, or was discarded.
  public var duration: Estimate<Double>
  /// The episode whose dose is used, if any.
  public var episode: PrescriptionEpisode?
  /// The daily dose, if known.
  public var dailyDose: Double?
  /// The number of its days that are days of ignored stays.
  ///
  /// Days after the end of the episode are not included.
  public var stayDays: Double
  /// The number of days of a stay that the supply waits afterwards, if it is carried over.
  public var waitingDays: Int

  /// Returns the part as a fill, for measures that do not use prescriptions; `nil` if it lasts no
  /// days or its duration is unknown.
  public func fill(of medicine: String) -> Fill? {
    guard let days = duration.value, days > 0 else { return nil }
    return Fill(start, days: days, dose: dailyDose, drug: medicine)
  }
}
