public import Scheduling

/// An amount of a medication dispensed to a patient.
///
/// If the days of supply are known, use `Fill`; here they are derived from prescriptions.
public struct Dispensing: Hashable, Sendable {
  /// The date of dispensing.
  public var date: CivilDate
  /// The medication, by the same name as in prescriptions.
  public var medicine: String
  /// The amount, in the unit of the daily doses.
  public var dose: Double

  /// Creates a dispensing.
  ///
  /// - Precondition: The dose is finite and not negative.
  public init(_ date: CivilDate, _ medicine: String, dose: Double) {
    precondition(dose >= 0 && dose.isFinite, "no dose of \(dose) can be dispensed")
    self.date = date
    self.medicine = medicine
    self.dose = dose
  }
}
