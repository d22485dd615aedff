public import Scheduling

/// Whether and when a patient took up what was prescribed.
///
/// The time from a prescription to the first dispensing of its medicine on that day or later; the
/// measure of primary non-adherence. As AdhereR's `time_to_initiation` has it, each prescription
/// counts, not only the first one of its medicine, and none ends the wait of an earlier one.
public struct Initiation: Hashable, Sendable {
  /// What was prescribed.
  public var prescription: Prescription
  /// When it was first dispensed; `nil` where it never was.
  public var firstDispensing: CivilDate?

  /// The days from the prescription to the first dispensing; missing where there is none.
  public var days: Estimate<Int> {
    firstDispensing.map { .value($0 - prescription.date) } ?? .missing(.notInitiated)
  }

  /// Finds the first dispensing after each prescription of a patient.
  ///
  /// - Returns: One for each prescription, in order of medicines and days.
  /// - Complexity: O(*n* log *n*) for *n* prescriptions and dispensings.
  public static func all(of prescriptions: [Prescription], dispensed dispensings: [Dispensing])
    -> [Initiation]
  {
    let dispensed = dispensings.sorted { ($0.medicine, $0.date) < ($1.medicine, $1.date) }
    var place = 0
    return prescriptions.sorted { ($0.medicine, $0.date) < ($1.medicine, $1.date) }
      .map { prescription in
        let start = (prescription.medicine, prescription.date)
        while place < dispensed.count, (dispensed[place].medicine, dispensed[place].date) < start {
          place += 1
        }
        let isInitiated =
          place < dispensed.count && dispensed[place].medicine == prescription.medicine
        return Initiation(
          prescription: prescription,
          firstDispensing: isInitiated ? dispensed[place].date : nil)
      }
  }
}
