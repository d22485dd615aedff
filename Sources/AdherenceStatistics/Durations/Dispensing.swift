public import Scheduling

/// An amount of a medicine that was handed to a patient.
///
/// Where the days that it lasts are known, it is a `Fill` already; here they
/// follow from what was prescribed.
public struct Dispensing: Hashable, Sendable {
  /// The day on which it was handed out.
  public var date: CivilDate
  /// The medicine, by a name that is the same where it is prescribed.
  public var medicine: String
  /// How much of it, in the unit of the daily doses.
  public var dose: Double

  /// Creates a dispensing.
  ///
  /// - Precondition: The dose is a number and not negative.
  public init(_ date: CivilDate, _ medicine: String, dose: Double) {
    precondition(dose >= 0 && dose.isFinite, "no dose of \(dose) can be dispensed")
    self.date = date
    self.medicine = medicine
    self.dose = dose
  }
}
