import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A bulk reader of patients' outcomes.
///
/// Safe: the gathering is freed when no function reaches it, and writes into an array's room while
/// the closure runs, no more rows than there is room for. Ids are subtracted modulo 2⁶⁴, and the
/// difference is compared with the count.
final class OutcomeReader {
  private unowned let connection: Connection
  /// Keeps the database open while the functions are registered.
  private let database: OpenDatabase
  private let terms: StoredTerms
  private let exceptions: OutcomeExceptions
  private let gathering: UnsafeMutablePointer<OutcomeGathering>
  /// The sum of the digests of the last rows read; not meaningful for part of a patient's outcomes.
  private(set) var sum: UInt64 = 0

  /// Creates a reader and registers its SQL functions on a connection.
  init(_ connection: Connection, _ terms: StoredTerms) throws(InputError) {
    self.connection = connection
    self.terms = terms
    database = connection.database
    exceptions = OutcomeExceptions(terms)
    gathering = .allocate(capacity: 1)
    gathering.initialize(to: OutcomeGathering(exceptions))
    let code = gathering.addFunctions(to: database.handle)
    guard code == SQLITE_OK else {
      throw InputError(sqlite: code, "functions cannot be added", path: connection.path)
    }
  }

  deinit {
    guard gathering.removeFunctions(from: database.handle) else {
      // A statement is still running: its buffer is leaked instead of freed.
      _ = Unmanaged.passRetained(exceptions)
      return
    }
    gathering.pointee.deallocate()
    gathering.deinitialize(count: 1)
    gathering.deallocate()
  }

  /// Reads outcomes of a patient whose tasks have already been read.
  ///
  /// - Throws: `InputError` if rows are missing or unexpected.
  func read(_ span: OutcomeSpan, _ count: inout ReadCount, _ problems: inout [InputError])
    throws(InputError) -> OutcomeTable
  {
    sum = 0
    if span.count == 0 { return OutcomeTable() }
    gathering.pointee.begin()
    var rows = try gatherRows(span)
    try gatherValues(span, &rows)
    var assembly = OutcomeAssembly(rows, exceptions) { position in
      RowLocation(table: "outcomes", first: span.first + Int64(position)).field("id")
    }
    try readValues(span, &assembly)
    if span.detailCount != 0 { try readParticulars(span, &assembly) }
    sum &+= gathering.pointee.sum
    count.read += assembly.count
    count.rejected += assembly.rejected
    problems += assembly.problems
    return assembly.table
  }

  /// Reads the times and keys of outcomes alone, without checking the rows.
  func times(_ span: OutcomeSpan) throws(InputError) -> OutcomeTable {
    let statement = try connection.statement(
      "SELECT time, nominal FROM outcomes WHERE id BETWEEN ?1 AND ?2")
    statement.bind(span.first, span.last)
    defer { statement.reset() }
    var rows: [OutcomeTable.Row] = []
    while try statement.step() {
      // Repeated rows of a damaged file could continue forever.
      guard rows.count < span.count else { throw damage(rows.count, span.count, "outcomes") }
      rows.append(
        OutcomeTable.Row(time: statement.integer(at: 0), nominal: statement.integer(at: 1)))
    }
    return OutcomeTable(times: rows)
  }

  private func gatherRows(_ span: OutcomeSpan) throws(InputError) -> [OutcomeTable.Row] {
    try checkEnd(of: span)
    let statement = try connection.statement(
      "SELECT gather_outcome(task, element, nominal, time, status, number, units, kind)"
        + " FROM outcomes WHERE id BETWEEN ?1 AND ?2")
    var failure: InputError?
    let rows = [OutcomeTable.Row](unsafeUninitializedCapacity: span.count) { buffer, count in
      failure = gather(statement, span, into: buffer)
      count = gathering.pointee.count
    }
    try check(rows.count, span.count, "outcomes")
    if let failure { throw failure }
    return rows
  }

  /// Runs a statement that appends to the buffer, with memory lent for the duration of the run.
  private func gather(
    _ statement: Statement, _ span: OutcomeSpan,
    into buffer: UnsafeMutableBufferPointer<OutcomeTable.Row>
  ) -> InputError? {
    (gathering.pointee.rows, gathering.pointee.capacity) = (buffer.baseAddress, buffer.count)
    defer { gathering.pointee.close() }
    do throws(InputError) {
      _ = try statement.integer(span.first, span.last)
      return nil
    } catch {
      return error
    }
  }

  /// Rejects an outcome count that exceeds the stored rows, before memory is allocated for it.
  ///
  /// The count is valid if it equals the range of ids, which then has no gap.
  private func checkEnd(of span: OutcomeSpan) throws(InputError) {
    let last = try connection.statement("SELECT max(id) FROM outcomes WHERE id BETWEEN ?1 AND ?2")
      .integer(span.first, span.last)
    let found = last.map { Int($0 &- span.first) &+ 1 } ?? 0
    guard found == span.count, span.count < OutcomeReader.many || fits(span) else {
      throw damage(min(found, span.count), span.count, "outcomes")
    }
  }

  /// The number of outcomes above which counts are checked before allocation.
  private static let many = 1 << 20
  /// The minimum size of a row of outcomes: eleven bytes of content, and its position and id.
  private static let leastBytes = 16

  private func fits(_ span: OutcomeSpan) -> Bool {
    span.count <= connection.fileSize / OutcomeReader.leastBytes
  }

  private func gatherValues(_ span: OutcomeSpan, _ rows: inout [OutcomeTable.Row])
    throws(InputError)
  {
    if span.valueCount == 0 { return }
    let statement = try connection.statement(
      "SELECT gather_listed_value(outcome - ?1, position, number, boolean, text, date, data,"
        + " units, kind) FROM listed_values WHERE outcome BETWEEN ?1 AND ?2")
    let failure = rows.withUnsafeMutableBufferPointer { gather(statement, span, into: $0) }
    try check(gathering.pointee.valueCount, span.valueCount, "listed_values")
    if let failure { throw failure }
  }

  private func check(_ found: Int, _ expected: Int?, _ table: String) throws(InputError) {
    let expected = expected ?? found
    if gathering.pointee.isBroken || found != expected { throw damage(found, expected, table) }
  }

  private func damage(_ found: Int, _ expected: Int, _ table: String) -> InputError {
    .damaged("\(found) of \(expected) rows of a patient can be read", field: table)
  }
}

// Safe: an id outside of the span gives a position that `isSound` refuses.
extension OutcomeReader {
  /// Reads the values that do not fit into compact rows.
  private func readValues(_ span: OutcomeSpan, _ assembly: inout OutcomeAssembly) throws(InputError)
  {
    for position in exceptions.crowded where assembly.isSound(position) {
      do throws(InputError) {
        assembly.give(try values(of: span.first + Int64(position)), to: position)
      } catch {
        assembly.refuse(position, error)
      }
    }
  }

  /// Reads the ids, notes and other rare fields of outcomes.
  private func readParticulars(_ span: OutcomeSpan, _ assembly: inout OutcomeAssembly)
    throws(InputError)
  {
    let statement = try connection.statement(
      "SELECT outcome, \(OutcomeDetails.columns.joined(separator: ", "))"
        + " FROM outcome_details WHERE outcome BETWEEN ?1 AND ?2")
    statement.bind(span.first, span.last)
    defer { statement.reset() }
    var count = 0
    var last = Int64.min
    while try statement.step() {
      let id = sqlite3_column_int64(statement.handle, 0)
      let position = Int(id &- span.first)
      // Repeated rows of a damaged index could continue forever.
      guard id > last else { throw damage(count, span.detailCount ?? count, "outcome_details") }
      (last, count) = (id, count + 1)
      var digest = statement.digest(from: 1, salt: TableSalt.outcomeDetails)
      digest.add(CellDigest.integer(Int64(position)), at: 0)
      sum &+= digest.value
      guard assembly.isSound(position) else { continue }
      var columns = Columns(
        statement, at: RowLocation(table: "outcome_details", first: id), from: 1)
      do throws(InputError) {
        assembly.give(try OutcomeDetails(&columns), to: position)
      } catch {
        assembly.refuse(position, error)
      }
    }
    try check(count, span.detailCount, "outcome_details")
  }

  private func values(of outcome: Int64) throws(InputError) -> [OutcomeValue] {
    let statement = try connection.statement(
      "SELECT number, NULL AS boolean, NULL AS text, NULL AS date, NULL AS data, units, kind,"
        + " 0 AS position FROM outcomes WHERE id = ?1 AND number IS NOT NULL UNION ALL"
        + " SELECT number, boolean, text, date, data, units, kind, position FROM listed_values"
        + " WHERE outcome = ?1 ORDER BY position")
    statement.bind(outcome)
    defer { statement.reset() }
    var values: [OutcomeValue] = []
    while try statement.step() {
      let place = RowLocation(
        table: "listed_values", first: outcome, Int64(values.count))
      guard sqlite3_column_int64(statement.handle, 7) == values.count else {
        throw damage(values.count, values.count + 1, "listed_values")
      }
      var columns = Columns(statement, at: place)
      values.append(try OutcomeValue(&columns, terms))
    }
    return values
  }
}

/// A range of consecutive outcomes of one patient, with the expected number of rows.
struct OutcomeSpan {
  /// The id of the first outcome.
  var first: Int64
  /// The highest possible id.
  var last: Int64
  var count: Int
  /// The number of values and details; `nil` if unknown.
  var valueCount: Int?
  var detailCount: Int?

  /// Creates the span of all outcomes of a patient.
  init(_ patient: StoredPatient) {
    first = patient.number << 32
    last = patient.lastOutcome
    count = patient.outcomes
    valueCount = patient.listedValues
    detailCount = patient.outcomeDetails
  }

  /// Creates the span of one outcome.
  init(_ id: Int64) {
    (first, last, count) = (id, id, 1)
  }
}
