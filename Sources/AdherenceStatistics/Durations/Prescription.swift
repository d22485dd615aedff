public import Scheduling

/// A medicine that was prescribed, how much of it a day, and for how long.
public struct Prescription: Hashable, Sendable {
  /// The day of the visit on which it was prescribed; its first day.
  public var date: CivilDate
  /// The medicine, by a name that is the same where it is dispensed.
  public var medicine: String
  /// How much is to be used a day, in the unit of what is dispensed.
  public var dailyDose: Double
  /// For how many days; `nil` where the prescription has no end of its own.
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
