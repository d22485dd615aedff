import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A table of a folder, with its columns and the index of each patient's rows.
struct DatasetTable: Sendable {
  let columns: [String]
  let index: RunIndex

  /// Opens a table and indexes its rows.
  init(
    _ file: DatasetFile, _ columns: TableColumns, _ kind: WritableKeyPath<RecordCounts, ReadCount>,
    of places: PatientIndex, findings: inout SourceFindings, options: DatasetFolder.Options
  ) throws(InputError) {
    self.columns = try DatasetTable.columns(of: file, columns, findings: &findings)
    let column = self.columns.firstIndex(of: "patient") ?? 0
    var own = findings
    index = try RunIndex(
      file, patientCount: places.ids.count, limit: options.runLimit,
      findings: { own.add($0, kind) }
    ) { runs, body throws(InputError) in
      let scan = try TableScan(
        file, column: column, places: places, collecting: runs, blockSize: options.blockSize)
      try scan.run(body)
      return scan.runs
    }
    findings = own
  }

  /// Reads the header of a table; throws if a required column cannot be identified.
  static func columns(
    of file: DatasetFile, _ columns: TableColumns, findings: inout SourceFindings
  ) throws(InputError) -> [String] {
    let reader = try CSVReader(try file.stream(blockSize: 1 << 16))
    let errors = reader.headerErrors(known: columns.known, required: columns.required)
    if let fatal = errors.first(where: { $0.problem.hidesColumn }) { throw fatal }
    findings.problems.append(contentsOf: errors)
    return reader.columns
  }
}

extension InputError.Problem {
  /// Whether a required column cannot be identified.
  package var hidesColumn: Bool {
    switch self {
    case .missing, .duplicate: true
    default: false
    }
  }
}
