import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The rows of all per-patient tables, as encoded by one worker.
struct ReportRows {
  private let contents: ReportContents
  private var adherence: AdherenceTable?
  private var patients: PatientTable?
  private var rolling: RollingTable?
  private var breakdown: BreakdownTable?
  private var values: ValueTable?
  /// The rows of each table, in the order of ``ReportContents/patientTables``.
  private(set) var buffers: [RowBuffer] = []

  init(_ query: AdherenceQuery, _ contents: ReportContents, _ encoding: RowEncoding) {
    self.contents = contents
    if contents.has(.adherence) { adherence = AdherenceTable(query.numerator, encoding) }
    if contents.has(.patients) {
      patients = PatientTable(query.numerator, contents.measures, encoding)
    }
    if contents.has(.rolling) { rolling = RollingTable(query.numerator, encoding) }
    if contents.has(.breakdown) { breakdown = BreakdownTable(encoding) }
    if contents.has(.values) { values = ValueTable(encoding) }
    buffers = [
      adherence?.buffer, patients?.buffer, rolling?.buffer, breakdown?.buffer, values?.buffer,
    ].compactMap(\.self)
  }

  func write(_ patient: EvaluatedPatient) {
    adherence?.write(patient.adherence)
    if let record = patient.record {
      patients?.write(record.summary, patient.measures?.tasks ?? [])
      rolling?.write(record.rolling)
    }
    breakdown?.write(patient, by: contents.breakdowns)
    values?.write(patient)
  }
}
