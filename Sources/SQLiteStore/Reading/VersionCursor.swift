import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A cursor over the rows of one table in order of patients.
///
/// One statement serves a range of patients, so that a patient without rows costs nothing.
///
/// Safe: sums of digests are those modulo 2⁶⁴.
final class VersionCursor<Record: VersionRow> {
  private unowned let connection: Connection
  private let statement: Statement
  private let salt = CellDigest.text(Record.table)
  private var isAtRow = false
  /// The sum of the digests of the last patient's rows.
  private(set) var sum: UInt64 = 0

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    let names = try VersionCursor.columnNames(of: connection)
    // Files of earlier versions lack columns, and tables.
    let columns = Record.columns.map { names.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    let table = names.isEmpty ? "(SELECT 0 AS patient, 0 AS position WHERE 0)" : Record.table
    statement = try connection.statement(
      "SELECT patient, position, \(columns) FROM \(table)"
        + " WHERE patient BETWEEN ?1 AND ?2 ORDER BY patient, position")
  }

  /// Returns the names of the columns that the file has.
  private static func columnNames(of connection: Connection) throws(InputError) -> Set<String> {
    let found = try connection.statement("SELECT name FROM pragma_table_info('\(Record.table)')")
    defer { found.reset() }
    var names: Set<String> = []
    while try found.step() {
      var row = Columns(found, at: RowLocation(table: Record.table, first: 0), from: 0)
      names.insert(try row.text() ?? "")
    }
    return names
  }

  /// Moves to the first row of a range of patients.
  func begin(_ patients: ClosedRange<Int64>) throws(InputError) {
    statement.bind(patients.lowerBound, patients.upperBound)
    isAtRow = try statement.step()
  }

  /// Reads the rows of the next patient of the range, and reports those that cannot be read.
  ///
  /// A gap in the positions is an error because the store is append-only.
  func take(
    _ patient: Int64, _ terms: StoredTerms, _ count: inout ReadCount, _ problems: inout [InputError]
  )
    throws(InputError) -> [Record]
  {
    var records: [Record] = []
    var position: Int64 = 0
    sum = 0
    while isAtRow, sqlite3_column_int64(statement.handle, 0) == patient {
      guard sqlite3_column_int64(statement.handle, 1) == position else { break }
      let place = RowLocation(table: Record.table, first: patient, position)
      sum &+= try digest(terms)
      var row = Columns(statement, at: place, from: 2)
      do {
        records.append(try Record(&row, terms))
      } catch {
        count.rejected += 1
        problems.append(error)
      }
      position += 1
      isAtRow = try statement.step()
    }
    count.read += Int(position)
    if isAtRow, sqlite3_column_int64(statement.handle, 0) <= patient {
      throw InputError(
        .unreadable(reason: "row \(position) of patient \(patient) is missing"), field: Record.table
      )
    }
    return records
  }

  /// Returns the digest of the current row, with foreign keys replaced by the digests of their
  /// referents.
  private func digest(_ terms: StoredTerms) throws(InputError) -> UInt64 {
    let first = Int32(2 + Record.referenceCount)
    var digest = statement.digest(from: first, salt: salt)
    digest.add(statement.digest(1), at: 1)
    if Record.referenceCount == 2 {
      let task = terms.tasks[sqlite3_column_int64(statement.handle, 2)]
      digest.add(task.map { CellDigest.text($0) } ?? 0, at: 2)
      let schedule = sqlite3_column_int64(statement.handle, 3)
      digest.add(try connection.digest(ofSchedule: schedule), at: 3)
    }
    return digest.value
  }

  /// Resets the statement.
  func end() { statement.reset() }
}
