import Scheduling

/// Where a report's tables go: files that take their final names together, at the end.
protocol ReportOutput: AnyObject, Sendable {
  /// Adds the rows of neighbouring patients.
  func write(_ block: ReportBlock) throws

  /// Adds what is known at the end.
  func finish(_ end: ReportEnd) throws

  /// Puts all files in their places.
  func commit() throws

  /// Leaves nothing of what is not in its place; threads that still hold the output do not matter.
  func abandon()
}

/// A table that is short enough to be kept whole.
struct SmallTable {
  var columns: [String]
  var rows: [[Cell]]
}

/// What is known of a report when the last patient is written.
struct ReportEnd {
  /// The cohort's rows, where they are asked for.
  var cohort: SmallTable?
  /// The cohort's statistics as JSON, where they are asked for.
  var statistics: String?
  /// What `report.json` says.
  var summary: String
  /// The page of the cohort and the files of its pictures, where they are asked for.
  var pages: [ReportFile]

  /// The name of the file with the statistics: `cohort.json`, where the cohort's table does not have it.
  static func statisticsName(_ format: TableFormat) -> String {
    format == .json ? "statistics.json" : "cohort.json"
  }
}

/// A file for each table.
final class TextOutput: ReportOutput, @unchecked Sendable {
  private let path: String
  private let format: TableFormat
  private var tables: [TableFile] = []
  private var others: [OutputFile] = []

  init(_ folder: ReportFolder, _ format: TableFormat) throws(InputError) {
    path = folder.path
    self.format = format
    for table in folder.contents.patientTables {
      let file = try OutputFile("\(table.name).\(format.rawValue)", in: path)
      tables.append(try TableFile(file, table.columns, RowEncoding(format)))
    }
  }

  func write(_ block: ReportBlock) throws {
    for (table, bytes) in zip(tables.indices, block.tables) { try tables[table].write(bytes) }
  }

  func finish(_ end: ReportEnd) throws {
    for table in tables { try table.end() }
    if let cohort = end.cohort {
      var table = TableWriter(columns: cohort.columns, format: format)
      for row in cohort.rows { table.write(row) }
      table.finish()
      try add("cohort.\(format.rawValue)", table.take())
    }
    if let statistics = end.statistics {
      try add(ReportEnd.statisticsName(format), Array(statistics.utf8))
    }
    try add("report.json", Array(end.summary.utf8))
  }

  private func add(_ name: String, _ bytes: [UInt8]) throws {
    let file = try OutputFile(name, in: path)
    try file.write(bytes)
    others.append(file)
  }

  func commit() throws {
    for file in tables.map(\.file) + others { try file.finish() }
  }

  func abandon() {
    for file in tables.map(\.file) + others { file.abandon() }
  }
}

/// A table on its way to a file, stretch by stretch.
private struct TableFile {
  let file: OutputFile
  private let encoding: RowEncoding
  private var isEmpty = true

  init(_ file: OutputFile, _ columns: [String], _ encoding: RowEncoding) throws(InputError) {
    self.file = file
    self.encoding = encoding
    try file.write(encoding.header(columns))
  }

  /// Adds rows, the first of them without what parts it from the one before.
  mutating func write(_ rows: [UInt8]) throws(InputError) {
    guard !rows.isEmpty else { return }
    try file.write(rows.dropFirst(isEmpty ? encoding.separatorLength : 0))
    isEmpty = false
  }

  func end() throws(InputError) { try file.write(encoding.footer(isEmpty: isEmpty)) }
}
