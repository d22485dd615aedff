import Diagnostics
import Formats
import Interchange
import Scheduling
import Synchronization

/// The output of a report's tables, written to an `OutputFolder`, which renames the files into
/// place.
protocol ReportOutput: AnyObject, Sendable {
  /// Writes the rows of consecutive patients.
  func write(_ block: ReportBlock) throws

  /// Writes the final contents, after which only the renaming can fail.
  func finish(_ end: ReportEnd) throws

  /// Returns the checksums of the patients' tables by file name, once they are finished.
  func sums() throws(InputError) -> [String: FileSum]

  /// Closes the files before they are removed, even if threads still reference the output.
  func abandon()
}

/// The contents of a report that are complete after the last patient.
struct ReportEnd {
  /// The requested tables of the cohort.
  var tables: [EndTable]
  /// The cohort's statistics as JSON, if requested.
  var statistics: JSONValue?
  /// The contents of `report.json`.
  var summary: String
  /// The page of the cohort and the files of its charts, if requested.
  var pages: [ReportFile]
  /// The files of the EMERGE checklist, if requested.
  var checklist: [ReportFile] = []

  /// Returns the name of the statistics file: `cohort.json`, unless the cohort's table has that
  /// name.
  static func statisticsName(_ format: ListFormat) -> String {
    format == .text(.json) ? "statistics.json" : "cohort.json"
  }
}

/// An output with a file per table.
final class FileOutput: ReportOutput {
  private let folder: OutputFolder
  private let format: ListFormat
  /// The files by name.
  private let files: [(name: String, file: OutputFile)]
  private let tables: Mutex<[TableFile]>

  /// Creates the files, with checksums if requested.
  init(
    _ report: ReportFolder, _ format: ListFormat, in folder: OutputFolder, isSummed: Bool
  ) throws(InputError) {
    self.folder = folder
    self.format = format
    var (files, tables) = ([(name: String, file: OutputFile)](), [TableFile]())
    for table in report.contents.patientTables {
      let name = "\(table.name).\(format.fileEnding)"
      let file = try folder.file(name, isSummed: isSummed)
      files.append((name, file))
      tables.append(TableFile(file, table.columns, format))
    }
    self.files = files
    self.tables = Mutex(tables)
  }

  func write(_ block: ReportBlock) throws {
    try tables.withLock { tables in
      for (table, rows) in zip(tables.indices, block.tables) { try tables[table].write(rows) }
    }
  }

  func finish(_ end: ReportEnd) throws {
    try tables.withLock { tables in for table in tables.indices { try tables[table].end() } }
    for table in end.tables {
      var frame = TableFrame(table.columns, format)
      try add("\(table.name).\(format.fileEnding)") { file throws(InputError) in
        try file.write(frame.framed(table.rows(RowEncoding(format)).takeRows()))
        try file.write(frame.end())
      }
    }
    if let statistics = end.statistics {
      try add(ReportEnd.statisticsName(format)) { file throws(InputError) in
        try statistics.write { bytes throws(InputError) in try file.write(bytes) }
      }
    }
    try add("report.json") { file throws(InputError) in try file.write(Array(end.summary.utf8)) }
  }

  private func add(
    _ name: String, _ write: (OutputFile) throws(InputError) -> Void
  ) throws(InputError) {
    let file = try folder.file(name)
    try write(file)
    try file.finish()
  }

  func sums() -> [String: FileSum] {
    let sums = files.compactMap { name, file in file.sum.map { (name, FileSum($0)) } }
    return Dictionary(sums) { $1 }
  }

  func abandon() { for (_, file) in files { file.abandon() } }
}

/// A table written to a file in chunks.
private struct TableFile {
  private let file: OutputFile
  private var frame: TableFrame

  init(_ file: OutputFile, _ columns: [TableColumn], _ format: ListFormat) {
    self.file = file
    frame = TableFrame(columns, format)
  }

  mutating func write(_ rows: TableRows) throws(InputError) {
    try file.write(frame.framed(rows))
  }

  mutating func end() throws(InputError) {
    try file.write(frame.end())
    try file.finish()
  }
}
