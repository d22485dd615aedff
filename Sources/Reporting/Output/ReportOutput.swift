import Interchange
import Scheduling
import Synchronization

/// Where a report's tables go: files of an `OutputFolder`, which gives them their names.
protocol ReportOutput: AnyObject, Sendable {
  /// Adds the rows of neighbouring patients.
  func write(_ block: ReportBlock) throws

  /// Adds what is known at the end, after which nothing can fail but the names.
  func finish(_ end: ReportEnd) throws

  /// What the files of the patients' tables sum up to, by their names, once they are finished.
  func sums() throws(InputError) -> [String: FileSum]

  /// Lets go of the files before they are removed; threads that still hold the output do not matter.
  func abandon()
}

/// What is known of a report when the last patient is written.
struct ReportEnd {
  /// The tables of the cohort that are asked for.
  var tables: [EndTable]
  /// The cohort's statistics as JSON, where they are asked for.
  var statistics: JSONValue?
  /// What `report.json` says.
  var summary: String
  /// The page of the cohort and the files of its pictures, where they are asked for.
  var pages: [ReportFile]
  /// The files of the EMERGE checklist, where it is asked for.
  var checklist: [ReportFile] = []

  /// The name of the file with the statistics: `cohort.json`, where the cohort's table does not have it.
  static func statisticsName(_ format: ListFormat) -> String {
    format == .text(.json) ? "statistics.json" : "cohort.json"
  }
}

/// A table that is known when the last patient is written.
struct EndTable {
  var name: String
  var columns: [TableColumn]
  /// Writes the rows.
  var rows: (RowEncoding) -> RowBuffer

  /// Names a table whose rows are made one after the other.
  init<Row>(
    _ name: String, _ columns: [Column<Row>],
    eachRow: @escaping (_ write: (Row) -> Void) -> Void
  ) {
    (self.name, self.columns) = (name, columns.map(\.about))
    rows = { encoding in
      let writer = RowWriter(columns, encoding)
      eachRow { row in
        var row = row
        writer.write(&row)
      }
      return writer.buffer
    }
  }
}

/// A file for each table.
final class FileOutput: ReportOutput {
  private let folder: OutputFolder
  private let format: ListFormat
  /// By name.
  private let files: [(name: String, file: OutputFile)]
  private let tables: Mutex<[TableFile]>

  /// Begins the tables, with sums where they are asked for.
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

/// A table on its way to a file, stretch by stretch.
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
