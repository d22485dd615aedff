import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A writer of outcome tables.
///
/// Safe: sums of digests are those modulo 2⁶⁴.
final class OutcomeWriter {
  private let insertion: Statement
  private let blockInsertion: Statement
  private let valueInsertion: Statement
  private let detailInsertion: Statement
  private let names: TermNumbers<String>
  private var keys = TableKeys<Known>(ofTasks: [:])

  private typealias Known = TermNumbers<String>.Numbered

  /// The number of rows per insert statement, which takes a third less time than single rows.
  private static let block = 16
  private let bits = MarkBits()

  /// The counts of written rows.
  struct Counts {
    var outcomes = 0
    var values = 0
    var details = 0
    /// The sum of the digests of these rows.
    var sum: UInt64 = 0
  }

  init(_ connection: Connection, _ names: TermNumbers<String>) throws(InputError) {
    self.names = names
    let head =
      "INSERT INTO outcomes (id, task, element, nominal, time, status, number, units, kind) VALUES "
    let row = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
    insertion = try connection.statement(head + row)
    blockInsertion = try connection.statement(
      head + repeatElement(row, count: OutcomeWriter.block).joined(separator: ", "))
    valueInsertion = try connection.statement(
      "INSERT INTO listed_values"
        + " (outcome, position, number, boolean, text, date, data, units, kind)"
        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let columns = OutcomeDetails.columns
    detailInsertion = try connection.statement(
      "INSERT INTO outcome_details (outcome, \(columns.joined(separator: ", ")))"
        + " VALUES (?\(String(repeating: ", ?", count: columns.count)))")
  }

  /// Writes the outcomes of a table from a position on.
  ///
  /// - Parameters:
  ///   - table: The outcomes; those before `start` are already stored.
  ///   - start: The position of the first outcome to write.
  ///   - id: The id of the first outcome; the others follow consecutively.
  ///   - tasks: The keys of the patient's tasks by id.
  /// - Returns: The counts of written rows.
  /// - Throws: `InputError` if an outcome's task is unknown, and errors of SQLite.
  func write(
    _ table: OutcomeTable, from start: Int, as id: Int64, of tasks: [String: Int64]
  ) throws(InputError) -> Counts {
    var counts = Counts()
    keys = TableKeys(
      ofTasks: Dictionary(uniqueKeysWithValues: tasks.map { ($0, ($1, CellDigest.text($0))) }))
    var position = start
    while position < table.rows.count {
      let isBlock = position + OutcomeWriter.block <= table.rows.count
      let end = position + (isBlock ? OutcomeWriter.block : 1)
      let first = id + Int64(position - start)
      counts.sum &+= try insert(position..<end, of: table, as: first)
      for extra in position..<end {
        try writeExtras(at: extra, of: table, as: first + Int64(extra - position), &counts)
      }
      position = end
    }
    counts.outcomes = table.rows.count - start
    return counts
  }

  /// Inserts one row or a block of rows and returns the sum of their digests.
  private func insert(
    _ positions: Range<Int>, of table: OutcomeTable, as id: Int64
  ) throws(InputError) -> UInt64 {
    var sum: UInt64 = 0
    let statement = positions.count == 1 ? insertion : blockInsertion
    let handle = statement.handle
    var column: Int32 = 0
    for position in positions {
      let row = table.rows[position]
      let place = id + Int64(position - positions.lowerBound)
      let task = try keys.task(row.task, of: table)
      var digest = OutcomeDigest(position: Int(place & 0xffff_ffff))
      (digest.nominal, digest.time, digest.task) = (row.nominal, row.time, task.digest)
      sqlite3_bind_int64(handle, column + 1, place)
      sqlite3_bind_int64(handle, column + 2, task.number)
      if row.nominal == OutcomeTable.Row.none {
        sqlite3_bind_null(handle, column + 3)
        sqlite3_bind_null(handle, column + 4)
      } else {
        let element = try keys.name(row.element, of: table, names.number(of:))
        digest.element = element.digest
        sqlite3_bind_int64(handle, column + 3, element.number)
        sqlite3_bind_int64(handle, column + 4, row.nominal)
      }
      try row.checkTime()
      OutcomeWriter.bind(row.time == OutcomeTable.Row.none ? nil : row.time, handle, column + 5)
      digest.status = row.statusCode
      sqlite3_bind_int64(handle, column + 6, row.statusCode)
      try bindNumber(at: position, of: table, handle, column + 7, &digest)
      sum &+= digest.value
      column += 9
    }
    try statement.run()
    return sum
  }

  /// Binds `number, units, kind` of an outcome with a single number.
  private func bindNumber(
    at position: Int, of table: OutcomeTable, _ handle: OpaquePointer, _ column: Int32,
    _ digest: inout OutcomeDigest
  ) throws(InputError) {
    let (number, units, kind) = try keys.number(at: position, of: table, names.number(of:))
    (digest.number, digest.units, digest.kind) = (number, units?.digest ?? 0, kind?.digest ?? 0)
    if let number {
      sqlite3_bind_double(handle, column, number)
    } else {
      sqlite3_bind_null(handle, column)
    }
    OutcomeWriter.bind(units?.number, handle, column + 1)
    OutcomeWriter.bind(kind?.number, handle, column + 2)
  }

  private static func bind(_ number: Int64?, _ handle: OpaquePointer, _ column: Int32) {
    if let number {
      sqlite3_bind_int64(handle, column, number)
    } else {
      sqlite3_bind_null(handle, column)
    }
  }

  /// Writes the fields of an outcome that other tables store.
  private func writeExtras(
    at position: Int, of table: OutcomeTable, as id: Int64, _ counts: inout Counts
  ) throws(InputError) {
    let marks = table.rows[position].marks.rawValue
    if marks & bits.extras == 0 { return }
    let outcome = table[position]
    if outcome.onlyNumber == nil {
      for (position, value) in outcome.values.enumerated() {
        counts.sum &+= try write(value, at: Int64(position), of: id)
        counts.values += 1
      }
    }
    guard let particulars = OutcomeDetails(outcome) else { return }
    var values = Bindings(detailInsertion, salt: TableSalt.outcomeDetails)
    values.bind(reference: id)
    try particulars.write(to: &values)
    try detailInsertion.run()
    counts.sum &+= OutcomeWriter.digest(values, of: id)
    counts.details += 1
  }

  /// Writes a listed value and returns the digest of its row.
  private func write(_ value: OutcomeValue, at position: Int64, of id: Int64) throws(InputError)
    -> UInt64
  {
    let (units, kind) = (
      try value.units.map(names.number(of:)), try value.kind.map(names.number(of:))
    )
    var values = Bindings(valueInsertion, salt: TableSalt.listedValues)
    values.bind(reference: id)
    values.bind(position)
    try values.bind(value.content)
    values.bind(reference: units?.number)
    values.bind(reference: kind?.number)
    try valueInsertion.run()
    values.digest.add(units?.digest ?? 0, at: ListedCells.unitsColumn)
    values.digest.add(kind?.digest ?? 0, at: ListedCells.kindColumn)
    return OutcomeWriter.digest(values, of: id)
  }

  /// Returns the digest of a dependent row, with the outcome's id replaced by its position.
  private static func digest(_ values: Bindings, of id: Int64) -> UInt64 {
    var digest = values.digest
    digest.add(CellDigest.integer(id & 0xffff_ffff), at: 0)
    return digest.value
  }
}
