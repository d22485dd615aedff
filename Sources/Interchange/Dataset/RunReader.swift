import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A reader of rows of one table with reused buffers.
final class RunReader {
  let file: DatasetFile
  let header: TableHeader
  private let reader: CSVReader
  private let blockSize: Int

  init(_ file: DatasetFile, columns: [String], blockSize: Int = 1 << 16) throws(InputError) {
    self.file = file
    self.blockSize = blockSize
    header = TableHeader(columns)
    reader = try CSVReader(columns: columns, source: file.name)
  }

  /// Reads the rows of runs one by one, valid or not.
  ///
  /// - Throws: `InputError` if the file cannot be read, and errors of `body`.
  func read(
    _ runs: ArraySlice<LineRun>,
    _ body: (Result<TableRow, InputError>) throws(InputError) -> Void
  ) throws(InputError) {
    for run in runs {
      try reader.restart(file.stream(run.bytes, blockSize: blockSize), line: run.line)
      while let next = reader.next() {
        if case .failure(let error) = next, error.problem.endsReading { throw error }
        try body(row(next))
      }
    }
  }

  private func row(_ next: Result<CSVRecord, InputError>) -> Result<TableRow, InputError> {
    do throws(InputError) {
      return .success(try TableRow(try next.get(), header))
    } catch {
      return .failure(error)
    }
  }

  /// Reads a row of `patients.csv` that was validated before.
  func patient(at bytes: Range<Int>, line: Int) throws(InputError) -> Patient {
    try reader.restart(file.stream(bytes, blockSize: blockSize), line: line)
    guard let row = try reader.next()?.get() else {
      throw InputError(.missing, field: "id").at(source: file.name, line: line)
    }
    return try Patient(try TableRow(row, header))
  }
}
