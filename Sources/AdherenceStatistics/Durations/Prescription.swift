public import Scheduling

/// A prescription of a medication: its daily dose and duration.
public struct Prescription: Hashable, Sendable {
  /// The date of the visit, which is its first day.
  public var date: CivilDate
  /// The medication, by the same name as in dispensings.
  public var medicine: String
  /// The daily dose, in the unit of dispensed amounts.
  public var dailyDose: Double
  /// The number of days; `nil` if it is open-ended.
  public var days: Int?

  /// Creates a prescription.
  ///
  /// - Precondition: The daily dose is a positive number, and the days are not negative.
  public init(_ date: CivilDate, _ medicine: String, dailyDose: Double, days: Int? = nil) {
    precondition(dailyDose > 0 && dailyDose.isFinite, "a daily dose is positive, not \(dailyDose)")
    precondition((days ?? 0) >= 0, "a prescription lasts no \(days ?? 0) days")
    self.date = date
    self.medicine = medicine
    self.dailyDose = dailyDose
    self.days = days
  }
}
