@testable import AdherenceAnalytics
import Formats
@testable import Interchange
import ScheduleFormats
@testable import Scheduling

/// A table written by another program.
///
/// Rows do not depend on the chunk size, and each row gives an event or a problem. Fields
/// round-trip through CSV.
enum TableTarget: FuzzTarget {
  static let name = "csv"

  static func run(_ input: [UInt8]) throws {
    try quoted(input)
    var cursor = ByteCursor(input)
    let choices = cursor.byte()
    let bytes = Array(cursor.rest)
    var form = TableForm()
    if choices & 1 != 0 { form.delimiter = TableDelimiter.allCases[Int(choices >> 6)] }
    if choices & 2 != 0 { form.hasHeader = choices & 4 != 0 }
    form.times = [.automatic, .dayFirst, .monthFirst, .seconds][Int(choices >> 3 & 3)]
    let whole = try rows(bytes, form, bytes.count)
    try require(try rows(bytes, form, 5), is: whole, "rows read in pieces")
    try events(bytes, form, whole)
  }

  private static func rows(_ bytes: [UInt8], _ form: TableForm, _ length: Int) throws -> [String] {
    let table = try ForeignTable(try input(bytes, of: length), form)
    var rows: [String] = []
    while let row = table.next() {
      switch row {
      case .success(let record):
        try require(
          record.fields.count <= table.columns.count,
          "more fields than columns in line \(record.line)")
        rows.append("\(record.line) \(record.fields)")
      case .failure(let error): rows.append("\(error)")
      }
    }
    return rows
  }

  /// Reads the first columns as patient, time, task and value.
  private static func events(_ bytes: [UInt8], _ form: TableForm, _ rows: [String]) throws {
    var columns = EventColumns(patient: "1", time: "2")
    columns.form = form
    columns.task = "3"
    columns.value = "4"
    // A row gives at most one event.
    columns.layout = .rows
    var plan = EventPlan("every day at 08:00")
    plan.zone = Zone("America/New_York")
    let files = try EventFiles([try input(bytes, of: 4096)], columns, plan)
    var read = files.counts.outcomes.read
    for entry in try files.entries() {
      read += entry.counts.outcomes.read
      try require(
        entry.counts.outcomes.rejected == 0 || !entry.problems.isEmpty,
        "rejected without a problem")
      try RecordChecks.run(entry.record, problems: entry.problems)
    }
    try require(read <= rows.count, "more events than rows")
  }

  private static func input(_ bytes: [UInt8], of length: Int) throws -> TableInput {
    try TableInput(name: "table") { ByteSource(pieces: bytes, of: max(1, length)) }
  }

  /// Checks that the NUL-delimited parts of the input round-trip as the fields of a row.
  private static func quoted(_ input: [UInt8]) throws {
    let fields = input.split(separator: 0, maxSplits: 20, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var bytes = Array(fields.indices.map { "c\($0)" }.joined(separator: ",").utf8) + [10]
    for (place, field) in fields.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.put(csv: field)
    }
    bytes.append(10)
    let reader = try must("a table") { try CSVReader(ByteSource(pieces: bytes, of: 9)) }
    guard let row = reader.next() else {
      return try require(fields, is: [""], "a row that is none")
    }
    try require(
      try must("a row that was written") { try row.get() }.fields, is: fields, "the fields")
    try require(reader.next() == nil, "another row")
  }
}
