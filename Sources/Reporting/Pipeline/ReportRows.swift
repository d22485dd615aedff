import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The tables to which every patient adds rows, as one worker writes them.
struct ReportRows {
  private let query: AdherenceQuery
  private let contents: ReportContents
  private var adherence: AdherenceTable?
  private var patients: PatientTable?
  private var rolling: RollingTable?
  private let breakdown: RowWriter?
  /// The writers of the tables that there are, in the order of ``ReportContents/patientTables``.
  let writers: [RowWriter]

  init(_ query: AdherenceQuery, _ contents: ReportContents, _ encoding: RowEncoding) {
    self.query = query
    self.contents = contents
    let tables = contents.patientTables
    writers = tables.map { RowWriter(columns: $0.columns, encoding) }
    let byTable = Dictionary(uniqueKeysWithValues: zip(tables.map(\.kind), writers))
    adherence = byTable[.adherence].map { AdherenceTable(query.numerator, $0) }
    patients = byTable[.patients].map { PatientTable(query.numerator, contents.measures, $0) }
    rolling = byTable[.rolling].map { RollingTable(query.numerator, $0) }
    breakdown = byTable[.breakdown]
  }

  /// Adds the rows of a patient.
  mutating func write(_ patient: EvaluatedPatient) {
    adherence?.write(patient.adherence)
    if let record = patient.record {
      patients?.write(record.summary, patient.measures?.tasks ?? [])
      rolling?.write(record.rolling)
    }
    if let breakdown { BreakdownTable.write(patient, by: contents.breakdowns, to: breakdown) }
  }
}
