import AdherenceAnalytics
import Diagnostics
import Foundation
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

/// A scan of a table that indexes the rows of each patient.
///
/// Unquoted rows are only searched for their ends, and their patient is compared with that of the
/// previous row; all others are parsed.
final class TableScan {
  private let reader: CSVReader
  /// The index of the patient column.
  private let column: Int
  private let places: PatientIndex
  private(set) var runs: RunCollector

  /// The bytes and the index of the previous row's patient, if the field can be compared by bytes.
  private var last: [UInt8] = []
  private var lastPlace = -1

  init(
    _ file: DatasetFile, column: Int, places: PatientIndex, collecting runs: RunCollector,
    blockSize: Int
  ) throws(InputError) {
    reader = try CSVReader(try file.stream(blockSize: blockSize))
    self.column = column
    self.places = places
    self.runs = runs
  }

  /// Scans to the end of the file; the closure receives the errors that belong to no patient.
  func run(_ body: (InputError) -> Void) throws(InputError) {
    repeat {
      reader.lend { bytes, line in passPlainRows(bytes, line: line) }
    } while try takeRow(body)
    runs.sort()
  }

  /// Parses one row and returns whether there was one.
  private func takeRow(_ body: (InputError) -> Void) throws(InputError) -> Bool {
    guard let next = reader.next() else { return false }
    do throws(InputError) {
      let record = try next.get()
      do throws(InputError) {
        try add(record)
      } catch {
        throw error.at(source: reader.source, line: record.line)
      }
    } catch {
      if error.problem.endsReading { throw error }
      body(error)
    }
    return true
  }

  private func add(_ record: CSVRecord) throws(InputError) {
    let id = record[column]
    if id.isEmpty { throw InputError(.missing, field: "patient") }
    guard let place = places.place(of: id) else { throw .unknownPatient(id) }
    runs.add(place: place, bytes: reader.recordStart..<reader.position, line: record.line)
    last = Array(id.utf8)
    lastPlace = place
    // An id that needs quotes cannot be compared by its bytes.
    if last.contains(where: { $0 <= .comma }) { last = [] }
  }
}

// The fast path.
extension TableScan {
  /// Scans whole unquoted rows up to one with an unknown patient.
  ///
  /// Safe: a row lies before the end that was searched to, and is used while the reader lends the
  /// bytes.
  private func passPlainRows(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) -> (
    bytes: Int, lines: Int
  ) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    let start = reader.position
    let end = base.distance(to: .quote, before: bytes.count)
    var (position, lines) = (0, 0)
    var (runStart, runLine) = (0, line)
    func closeRun() {
      if position > runStart, lastPlace >= 0 {
        runs.add(
          place: lastPlace, bytes: start + runStart..<start + position, line: runLine)
      }
      (runStart, runLine) = (position, line + lines)
    }
    while true {
      let length = (base + position).distance(to: .newline, before: end - position)
      if position + length >= end { break }
      if !isOfLastPatient(base + position, length) {
        closeRun()
        guard find(UnsafeBufferPointer(start: base + position, count: length)) else { break }
      }
      position += length + 1
      lines += 1
    }
    closeRun()
    return (position, lines)
  }

  // Safe: the row has more bytes than are compared.
  private func isOfLastPatient(_ row: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let count = last.count
    guard column == 0, count > 0, count < length, row[count] == .comma else { return false }
    return last.withUnsafeBufferPointer { memcmp($0.baseAddress ?? row, row, count) == 0 }
  }

  /// Finds the patient of a row; an empty line belongs to the previous patient.
  ///
  /// Safe: the first byte is read only if the row is not empty, and the copied id is kept.
  private func find(_ row: UnsafeBufferPointer<UInt8>) -> Bool {
    if row.isEmpty || (row.count == 1 && row[0] == .carriageReturn) { return true }
    guard let field = row.field(column), let place = places.place(of: field) else { return false }
    if place != lastPlace {
      lastPlace = place
      last = Array(field)
    }
    return true
  }
}

// Safe: no byte at or after the limit is read, and the caller has all bytes before it.
extension UnsafePointer<UInt8> {
  /// Returns the distance to a byte, or the limit if it does not occur before that.
  func distance(to byte: UInt8, before limit: Int) -> Int {
    guard limit > 0, let found = memchr(self, Int32(byte), limit) else { return limit }
    return UnsafeRawPointer(found) - UnsafeRawPointer(self)
  }
}

// Safe: each search starts within the row or at its end.
extension UnsafeBufferPointer<UInt8> {
  /// Returns a field of an unquoted row; `nil` if there are fewer fields.
  func field(_ number: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let base = baseAddress else { return nil }
    var start = 0
    for _ in 0..<number {
      start += (base + start).distance(to: .comma, before: count - start) + 1
      if start > count { return nil }
    }
    var length = (base + start).distance(to: .comma, before: count - start)
    // The carriage return is part of the line end.
    if start + length == count, length > 0, base[count - 1] == .carriageReturn { length -= 1 }
    return UnsafeBufferPointer(start: base + start, count: length)
  }
}
