public import AdherenceAnalytics
public import Scheduling

/// A part of what was dispensed, used without a break and at one daily dose.
public struct SuppliedEvent: Hashable, Sendable {
  /// The day on which it was dispensed.
  public var dispensed: CivilDate
  /// How much was dispensed then, with all other parts.
  public var totalDose: Double
  /// Which stretch of the supply's course it is, from 1.
  ///
  /// An interruption over which the supply is carried is a stretch without an event.
  public var number: Int
  /// The first day on which the part is used; the day of dispensing or a later one.
  public var start: CivilDate
  /// For how many days it lasts; missing where no prescription says how much is used a day.
  ///
  /// No days are those of a supply that had to wait from its first day on, or was discarded.
  public var duration: Estimate<Double>
  /// The episode whose dose is used; `nil` where none is.
  public var episode: PrescriptionEpisode?
  /// How much is used a day; `nil` where that is not known.
  public var dailyDose: Double?
  /// How many of the days that it lasts are days of stays, where these change nothing.
  ///
  /// Days after the end of the episode are not among them.
  public var stayDays: Double
  /// How many days of a stay the supply then waits, where it is carried over.
  public var waitingDays: Int

  /// The part as a fill of a medicine, for measures that know no prescriptions; `nil`
  /// where it lasts no days or nobody knows how many.
  public func fill(of medicine: String) -> Fill? {
    guard let days = duration.value, days > 0 else { return nil }
    return Fill(start, days: days, dose: dailyDose, drug: medicine)
  }
}
