import AdherenceAnalytics
import GRDB
import GRDBSQLite
import Scheduling
import Storage

/// Reads a patient's outcomes in bulk.
///
/// Safe: the gathering is freed when no function reaches it, and writes into an array's room while the
/// closure runs, no more rows than there is room for. Ids are subtracted modulo 2⁶⁴, and what comes of it is
/// compared with the count.
final class OutcomeReader {
  private unowned let connection: Connection
  /// Is open for as long as the functions are there.
  private let queue: DatabaseQueue
  private let database: OpaquePointer
  private let terms: StoredTerms
  private let exceptions: OutcomeExceptions
  private let gathering: UnsafeMutablePointer<OutcomeGathering>
  /// The ids of the outcomes of the table that was read last.
  private(set) var ids = OutcomeIDs()
  /// The sum of the digests of all that was read last; of a part of a patient's outcomes it says nothing.
  private(set) var sum: UInt64 = 0

  /// Adds the functions that gather rows to a connection.
  init(_ connection: Connection, _ terms: StoredTerms) throws(InputError) {
    self.connection = connection
    self.terms = terms
    (queue, database) = (connection.queue, connection.handle)
    exceptions = OutcomeExceptions(terms)
    gathering = .allocate(capacity: 1)
    gathering.initialize(to: OutcomeGathering(exceptions))
    let code = gathering.addFunctions(to: database)
    guard code == SQLITE_OK else {
      throw InputError(sqlite: code, "functions cannot be added", path: connection.path)
    }
  }

  deinit {
    guard gathering.removeFunctions(from: database) else {
      // A statement still runs: what it may write to is never freed.
      _ = Unmanaged.passRetained(exceptions)
      return
    }
    gathering.pointee.deallocate()
    gathering.deinitialize(count: 1)
    gathering.deallocate()
  }

  /// Reads outcomes of a patient, whose tasks have been read.
  ///
  /// - Throws: `InputError` where there are other rows than there should be.
  func read(_ span: OutcomeSpan, _ count: inout ReadCount, _ problems: inout [InputError])
    throws(InputError) -> OutcomeTable
  {
    sum = 0
    if span.count == 0 { return OutcomeTable() }
    gathering.pointee.begin()
    var rows = try gatherRows(span)
    try gatherValues(span, &rows)
    var assembly = OutcomeAssembly(rows, exceptions) { position in
      RowPlace(table: "outcomes", first: span.first + Int64(position)).field("id")
    }
    try readValues(span, &assembly)
    if span.detailCount != 0 { try readParticulars(span, &assembly) }
    sum &+= gathering.pointee.sum
    count.read += assembly.count
    count.setAside += assembly.setAside
    problems += assembly.problems
    let (table, places) = assembly.table()
    ids = OutcomeIDs(first: span.first, places: places)
    return table
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

  /// Runs a statement that gathers, with memory that it has for as long as it runs.
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

  /// Refuses a patient who is said to have more outcomes than there are, before memory is taken for them.
  ///
  /// So many ids up to the last one have no gap.
  private func checkEnd(of span: OutcomeSpan) throws(InputError) {
    let last = try connection.statement("SELECT max(id) FROM outcomes WHERE id BETWEEN ?1 AND ?2")
      .integer(span.first, span.last)
    let found = last.map { Int($0 &- span.first) &+ 1 } ?? 0
    guard found == span.count, span.count < OutcomeReader.many || fits(span) else {
      throw damage(min(found, span.count), span.count, "outcomes")
    }
  }

  /// So many outcomes are looked at closely before memory is taken for them.
  private static let many = 1 << 20
  /// A row of outcomes has eleven bytes of its own at the least, and its place and id beside.
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
  /// Reads the values that do not fit into rows.
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

  /// Reads the ids, notes and so on of those outcomes that have any.
  private func readParticulars(_ span: OutcomeSpan, _ assembly: inout OutcomeAssembly)
    throws(InputError)
  {
    let statement = try connection.statement(
      "SELECT outcome, \(OutcomeParticulars.columns.joined(separator: ", "))"
        + " FROM outcome_details WHERE outcome BETWEEN ?1 AND ?2")
    statement.bind(span.first, span.last)
    defer { statement.reset() }
    var count = 0
    var last = Int64.min
    while try statement.step() {
      let id = sqlite3_column_int64(statement.handle, 0)
      let position = Int(id &- span.first)
      // Rows that come again would come for ever.
      guard id > last else { throw damage(count, span.detailCount ?? count, "outcome_details") }
      (last, count) = (id, count + 1)
      var digest = statement.digest(from: 1, salt: TableSalt.outcomeDetails)
      digest.add(CellDigest.integer(Int64(position)), at: 0)
      sum &+= digest.value
      guard assembly.isSound(position) else { continue }
      var columns = Columns(statement, at: RowPlace(table: "outcome_details", first: id), from: 1)
      do throws(InputError) {
        assembly.give(try OutcomeParticulars(&columns), to: position)
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
      let place = RowPlace(
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

/// The ids of neighbouring outcomes of one patient, by their positions in a table.
struct OutcomeIDs {
  /// The id of the first row.
  var first: Int64 = 0
  /// Where the outcomes stand among all rows, if some were left out.
  var places: [Int]?

  subscript(position: Int) -> Int64 { first + Int64(places?[position] ?? position) }
}
