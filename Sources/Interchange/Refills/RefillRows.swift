package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// A builder of a dataset from fills and stays in formats other than tables.
package struct RefillRows {
  private var fills = FillTable()
  private var stays: [StayRow] = []
  private var fillFindings = RefillScan.Findings()
  private var stayFindings = RefillScan.Findings()

  package init() {}

  /// Adds a patient's fills and stays.
  ///
  /// - Parameters:
  ///   - record: The valid part of the record; a patient without any still belongs to the cohort.
  ///   - counts: The counts of read and rejected rows.
  ///   - problems: The errors and warnings.
  package mutating func add(
    _ record: RefillRecord, counts: RefillCounts, problems: [InputError]
  ) {
    fillFindings.count.merge(counts.fills)
    stayFindings.count.merge(counts.stays)
    fillFindings.problems.append(contentsOf: problems)
    if counts.fills.read == 0 { return }
    let patient = fills.number(ofPatient: record.patient)
    // A record has one observation period, so there is no conflict.
    _ = try? fills.observe(patient, record.observation)
    for fill in record.fills {
      fills.add(patient, fill)
    }
    for stay in record.stays {
      stays.append(
        StayRow(
          patient: patient, first: Int32(stay.days.lowerBound.dayNumber),
          last: Int32(stay.days.upperBound.dayNumber)))
    }
  }

  /// The dataset of all records in the order of patients.
  package var dataset: RefillDataset {
    RefillDataset(
      fills, fillFindings, StayTable(patients: fills.patients, rows: stays), stayFindings)
  }
}
