import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A reader of rows of `outcomes.csv` with reused buffers.
final class OutcomeFileReader {
  let file: DatasetFile
  /// The outcomes of the last patient read.
  let rows = OutcomeRows()
  /// The line numbers of the outcomes.
  private(set) var lines = OutcomeLines()

  private let reader: CSVReader
  private let header: TableHeader
  private let columns: OutcomeColumns
  private var parser: OutcomeParser
  private let blockSize: Int

  init(_ file: DatasetFile, columns: [String], blockSize: Int) throws(InputError) {
    self.file = file
    self.blockSize = blockSize
    reader = try CSVReader(columns: columns, source: file.name)
    header = TableHeader(columns)
    self.columns = OutcomeColumns(header)
    parser = OutcomeParser(columns: columns)
  }

  /// Reads the outcomes of a patient whose tasks are all known.
  func read(
    _ runs: ArraySlice<LineRun>, into builder: inout RecordBuilder, _ findings: inout EntryFindings
  ) throws(InputError) {
    lines.removeAll()
    parser.begin(
      builder.record.patient.id, in: builder.zone, tasks: builder.taskIDs, rows)
    for run in runs {
      try reader.restart(file.stream(run.bytes, blockSize: blockSize), line: run.line)
      repeat {
        findings.counts.outcomes.read += takePlainRows()
      } while try takeRow(into: &builder, &findings)
    }
  }

  private func takePlainRows() -> Int {
    var count = 0
    reader.lend { bytes, line in
      let first = rows.rows.count
      let taken = parser.take(bytes, into: rows)
      if taken.lines > 0 { lines.note(line, of: first) }
      count = taken.lines
      return taken
    }
    return count
  }

  /// Reads one row as text and returns whether there was one.
  private func takeRow(into builder: inout RecordBuilder, _ findings: inout EntryFindings)
    throws(InputError) -> Bool
  {
    guard let next = reader.next() else { return false }
    if case .failure(let error) = next, error.problem.endsReading { throw error }
    findings.note(\.outcomes, source: file.name) { () throws(InputError) in
      let record = try next.get()
      do throws(InputError) {
        try add(try TableRow(record, header), to: &builder)
      } catch {
        throw error.at(line: record.line)
      }
    }
    return true
  }

  private func add(_ row: TableRow, to builder: inout RecordBuilder) throws(InputError) {
    let outcome = try columns.outcome(row, in: builder.zone)
    let count = rows.rows.count
    if try builder.add(outcome) == count { lines.note(row.line, of: count) }
  }
}
