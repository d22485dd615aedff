public import AdherenceAnalytics
public import Interchange
public import Scheduling

/// Writes the report of a cohort: `adherence`, `cohort` and `report.json` in one folder.
///
/// Patients are evaluated and written one by one. A folder holds finished files alone: they are
/// renamed into place when the last patient is written.
public struct ReportFolder {
  /// The folder's path.
  public let path: String
  /// The form of the two tables.
  public let format: TableFormat

  /// Names a folder; it is made when the report is written.
  public init(_ path: String, format: TableFormat) {
    self.path = path
    self.format = format
  }

  /// The names of the files, in the order in which one reads them.
  public var names: [String] {
    ["adherence.\(format.rawValue)", "cohort.\(format.rawValue)", "report.json"]
  }

  /// Evaluates and writes every record of a dataset.
  ///
  /// - Returns: The cohort over the whole range.
  /// - Throws: `InputError` where a file cannot be written.
  public func write(_ dataset: Dataset, _ query: AdherenceQuery) throws(InputError) -> CohortReport
  {
    let file = try OutputFile(names[0], in: path)
    var table = TableWriter(columns: AdherenceTable.columns, format: format)
    let report = try CohortReport(of: dataset, query) { patient throws(InputError) in
      for row in AdherenceTable.rows(of: patient) { table.write(row) }
      if table.buffer.count > 1 << 20 { try file.write(table.take()) }
    }
    table.finish()
    try file.write(table.take())
    let files = [
      file, try finished(names[1], cohortTable(report)),
      try finished(names[2], Array(ReportSummary(dataset, query, report).json.utf8)),
    ]
    for file in files { try file.finish() }
    return report
  }

  private func cohortTable(_ report: CohortReport) -> [UInt8] {
    var table = TableWriter(columns: CohortTable.columns, format: format)
    for row in report.byPeriod.rows { table.write(CohortTable.cells(of: row)) }
    table.finish()
    return table.take()
  }

  private func finished(_ name: String, _ bytes: [UInt8]) throws(InputError) -> OutputFile {
    let file = try OutputFile(name, in: path)
    try file.write(bytes)
    return file
  }
}
