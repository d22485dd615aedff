public import AdherenceAnalytics
public import Interchange
public import Scheduling

/// Writes the report of a cohort: `adherence`, `cohort`, `patients` and `report.json` in one folder, and
/// what else is asked for.
///
/// Patients are evaluated and written one by one. A folder holds finished files alone: they are
/// renamed into place when the last patient is written.
public struct ReportFolder {
  /// The folder's path.
  public let path: String
  /// The form of the tables.
  public let format: TableFormat
  /// The tables beside those by period.
  public let contents: ReportContents

  /// Names a folder; it is made when the report is written.
  public init(_ path: String, format: TableFormat, contents: ReportContents = ReportContents()) {
    self.path = path
    self.format = format
    self.contents = contents
  }

  /// The names of the files, in the order in which one reads them.
  public var names: [String] {
    ["adherence", "cohort", "patients"].map(file)
      + (contents.rolling.isEmpty ? [] : [file("rolling")])
      + (contents.breakdowns.isEmpty ? [] : [file("breakdown")]) + ["report.json"]
  }

  private func file(_ table: String) -> String { "\(table).\(format.rawValue)" }

  /// Evaluates and writes every record of a dataset.
  ///
  /// - Returns: The cohort over the whole range.
  /// - Throws: `InputError` where a file cannot be written.
  public func write(_ dataset: Dataset, _ query: AdherenceQuery) throws(InputError) -> CohortReport
  {
    var tables = try PatientTables(self, query)
    let report = try CohortReport(of: dataset, query) { record, patient throws(InputError) in
      try tables.write(record, patient)
    }
    var files = try tables.finished()
    files.append(try finished(file("cohort"), cohortTable(report)))
    let summary = ReportSummary(dataset, query, contents, report)
    files.append(try finished("report.json", Array(summary.json.utf8)))
    for file in files { try file.finish() }
    return report
  }

  private func cohortTable(_ report: CohortReport) -> [UInt8] {
    var table = TableWriter(columns: CohortTable.columns, format: format)
    for row in report.byPeriod.rows {
      table.write(CohortTable.cells(of: row, report.byPeriod.numerator))
    }
    table.finish()
    return table.take()
  }

  private func finished(_ name: String, _ bytes: [UInt8]) throws(InputError) -> OutputFile {
    let file = try OutputFile(name, in: path)
    try file.write(bytes)
    return file
  }

  /// Begins a table of the folder.
  fileprivate func table(_ name: String, _ columns: [String]) throws(InputError) -> TableOutput {
    TableOutput(
      file: try OutputFile(file(name), in: path),
      table: TableWriter(columns: columns, format: format))
  }
}

/// The tables to which every patient adds rows.
private struct PatientTables {
  private let query: AdherenceQuery
  private let contents: ReportContents
  private var adherence: TableOutput
  private var patients: TableOutput
  private var rolling: TableOutput?
  private var breakdown: TableOutput?

  init(_ folder: ReportFolder, _ query: AdherenceQuery) throws(InputError) {
    self.query = query
    contents = folder.contents
    adherence = try folder.table("adherence", AdherenceTable.columns)
    patients = try folder.table("patients", PatientTable.columns)
    if !contents.rolling.isEmpty { rolling = try folder.table("rolling", RollingTable.columns) }
    if !contents.breakdowns.isEmpty {
      breakdown = try folder.table("breakdown", BreakdownTable.columns)
    }
  }

  /// Adds the rows of a patient.
  mutating func write(_ record: CareRecord, _ patient: PatientAdherence) throws(InputError) {
    try adherence.write(AdherenceTable.rows(of: patient, query.numerator))
    try patients.write(PatientTable.rows(of: record, query).rows)
    try rolling?.write(
      RollingTable.rows(of: record.rolling(contents.rolling, query), query.numerator))
    try breakdown?.write(BreakdownTable.rows(of: record, by: contents.breakdowns, query))
  }

  /// Writes what is left, and gives the files to be put in their places.
  mutating func finished() throws(InputError) -> [OutputFile] {
    try adherence.end()
    try patients.end()
    try rolling?.end()
    try breakdown?.end()
    return [adherence.file, patients.file] + [rolling?.file, breakdown?.file].compactMap(\.self)
  }
}

/// A table on its way to a file, in bounded memory.
private struct TableOutput {
  let file: OutputFile
  var table: TableWriter

  mutating func write(_ rows: [[Cell]]) throws(InputError) {
    for row in rows { table.write(row) }
    if table.buffer.count > 1 << 20 { try file.write(table.take()) }
  }

  mutating func end() throws(InputError) {
    table.finish()
    try file.write(table.take())
  }
}
