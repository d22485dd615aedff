public import Scheduling

/// Whether and when a patient initiated a prescription.
///
/// The time from a prescription to the first dispensing of its medication on or after that day, the
/// measure of primary non-adherence. As in AdhereR's `time_to_initiation`, each prescription
/// counts, not only the first one of its medication, and a later prescription does not end the wait
/// of an earlier one.
public struct Initiation: Hashable, Sendable {
  /// The prescription.
  public var prescription: Prescription
  /// The date of the first dispensing; `nil` if there was none.
  public var firstDispensing: CivilDate?

  /// The days from the prescription to the first dispensing; missing if there was none.
  public var days: Estimate<Int> {
    firstDispensing.map { .value($0 - prescription.date) } ?? .missing(.notInitiated)
  }

  /// Finds the first dispensing after each prescription of a patient.
  ///
  /// - Returns: An element for each prescription, sorted by medication and date.
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
