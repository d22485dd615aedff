package import AdherenceAnalytics
package import Scheduling

/// Fills and stays of patients one after the other, as another format than tables has them.
package struct RefillRows {
  private var fills = FillTable()
  private var stays: [StayRow] = []
  private var fillFindings = RefillScan.Findings()
  private var stayFindings = RefillScan.Findings()

  /// Begins without a patient.
  package init() {}

  /// Adds a patient's fills and stays.
  ///
  /// - Parameters:
  ///   - record: What could be read; a patient of whom nothing could be is one still.
  ///   - counts: How much was read and how much set aside.
  ///   - problems: What is wrong or doubtful.
  package mutating func add(
    _ record: RefillRecord, counts: RefillCounts, problems: [InputError]
  ) {
    fillFindings.count.merge(counts.fills)
    stayFindings.count.merge(counts.stays)
    fillFindings.problems.append(contentsOf: problems)
    if counts.fills.read == 0 { return }
    let patient = fills.number(ofPatient: record.patient)
    // A record has one observation, so that nothing conflicts.
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

  /// Everything that was added, in the order of the patients.
  package var dataset: RefillDataset {
    RefillDataset(
      fills, fillFindings, StayTable(patients: fills.patients, rows: stays), stayFindings)
  }
}
