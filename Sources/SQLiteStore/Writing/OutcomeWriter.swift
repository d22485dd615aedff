import AdherenceAnalytics
import GRDBSQLite
import Scheduling
import Storage

/// Writes outcomes from the rows of their table.
final class OutcomeWriter {
  private let insertion: Statement
  private let blockInsertion: Statement
  private let valueInsertion: Statement
  private let detailInsertion: Statement
  private let names: NameNumbers
  /// The numbers in the database, by those in the table at hand; -1 where not yet looked up.
  private var nameNumbers: [Int64] = []
  private var taskNumbers: [Int64] = []

  /// So many rows are inserted at once: that takes two thirds of the time of one by one.
  private static let block = 16
  private let bits = MarkBits()
  /// The seconds of all moments that a date can name in some zone.
  private static let instants = Instant.earliest.seconds...Instant.latest.seconds

  /// What was written.
  struct Counts {
    var outcomes = 0
    var values = 0
    var details = 0
  }

  init(_ connection: Connection, _ names: NameNumbers) throws(InputError) {
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
    let columns = OutcomeParticulars.columns
    detailInsertion = try connection.statement(
      "INSERT INTO outcome_details (outcome, \(columns.joined(separator: ", ")))"
        + " VALUES (?\(String(repeating: ", ?", count: columns.count)))")
  }

  /// Writes the outcomes of a table from a position on.
  ///
  /// - Parameters:
  ///   - table: The outcomes, of which those before `start` are there already.
  ///   - start: The position of the first to write.
  ///   - id: The id of that one; the others follow.
  ///   - tasks: The numbers of the patient's tasks, by their ids.
  /// - Returns: How many rows were written.
  /// - Throws: `InputError` where an outcome is of no task, and what SQLite says.
  func write(
    _ table: OutcomeTable, from start: Int, as id: Int64, of tasks: [String: Int64]
  ) throws(InputError) -> Counts {
    var counts = Counts()
    nameNumbers.removeAll(keepingCapacity: true)
    taskNumbers.removeAll(keepingCapacity: true)
    var position = start
    while position < table.rows.count {
      let isBlock = position + OutcomeWriter.block <= table.rows.count
      let end = position + (isBlock ? OutcomeWriter.block : 1)
      try insert(position..<end, of: table, as: id + Int64(position - start), tasks)
      for extra in position..<end {
        try writeExtras(at: extra, of: table, as: id + Int64(extra - start), &counts)
      }
      position = end
    }
    counts.outcomes = table.rows.count - start
    return counts
  }

  /// Inserts one row, or a block of them.
  private func insert(
    _ positions: Range<Int>, of table: OutcomeTable, as id: Int64, _ tasks: [String: Int64]
  ) throws(InputError) {
    let statement = positions.count == 1 ? insertion : blockInsertion
    let handle = statement.handle
    var column: Int32 = 0
    for position in positions {
      let row = table.rows[position]
      sqlite3_bind_int64(handle, column + 1, id + Int64(position - positions.lowerBound))
      sqlite3_bind_int64(handle, column + 2, try task(row.task, of: table, tasks))
      if row.nominal == OutcomeTable.Row.none {
        sqlite3_bind_null(handle, column + 3)
        sqlite3_bind_null(handle, column + 4)
      } else {
        sqlite3_bind_int64(handle, column + 3, try name(row.element, of: table.names))
        sqlite3_bind_int64(handle, column + 4, row.nominal)
      }
      if row.time == OutcomeTable.Row.none {
        sqlite3_bind_null(handle, column + 5)
      } else {
        guard OutcomeWriter.instants ~= row.time else {
          throw .outOfRange(Instant(seconds: row.time), field: "time")
        }
        sqlite3_bind_int64(handle, column + 5, row.time)
      }
      let marks = row.marks.rawValue
      let status: Int64 = marks & bits.skipped != 0 ? 1 : marks & bits.declined != 0 ? 2 : 0
      sqlite3_bind_int64(handle, column + 6, status)
      try bindNumber(at: position, of: table, handle, column + 7)
      column += 9
    }
    try statement.run()
  }

  /// Gives `number, units, kind` their values, where an outcome has one value that is a number.
  private func bindNumber(
    at position: Int, of table: OutcomeTable, _ handle: OpaquePointer, _ column: Int32
  ) throws(InputError) {
    let row = table.rows[position]
    var number: Double?
    var units: Int64?
    var kind: Int64?
    if row.marks.rawValue & bits.number != 0 {
      number = row.amount
      if row.units >= 0 { units = try name(Int32(row.units), of: table.names) }
      if row.kind >= 0 { kind = try name(Int32(row.kind), of: table.names) }
    } else if row.marks.rawValue & bits.detailed != 0, let value = table[position].onlyNumber {
      number = value.amount
      if let name = value.units { units = try names.number(of: name) }
      if let name = value.kind { kind = try names.number(of: name) }
    }
    if let number {
      sqlite3_bind_double(handle, column, number)
    } else {
      sqlite3_bind_null(handle, column)
    }
    OutcomeWriter.bind(units, handle, column + 1)
    OutcomeWriter.bind(kind, handle, column + 2)
  }

  private static func bind(_ number: Int64?, _ handle: OpaquePointer, _ column: Int32) {
    if let number {
      sqlite3_bind_int64(handle, column, number)
    } else {
      sqlite3_bind_null(handle, column)
    }
  }

  /// Writes what an outcome has beside the row that was inserted.
  private func writeExtras(
    at position: Int, of table: OutcomeTable, as id: Int64, _ counts: inout Counts
  ) throws(InputError) {
    let marks = table.rows[position].marks.rawValue
    if marks & bits.extras == 0 { return }
    let outcome = table[position]
    if outcome.onlyNumber == nil {
      for (position, value) in outcome.values.enumerated() {
        try write(value, at: Int64(position), of: id)
        counts.values += 1
      }
    }
    guard let particulars = OutcomeParticulars(outcome) else { return }
    var values = Bindings(detailInsertion)
    values.bind(id)
    try particulars.write(to: &values)
    try detailInsertion.run()
    counts.details += 1
  }

  private func write(_ value: OutcomeValue, at position: Int64, of id: Int64) throws(InputError) {
    var values = Bindings(valueInsertion)
    values.bind(id)
    values.bind(position)
    try values.bind(value.content)
    values.bind(try value.units.map { (name) throws(InputError) in try names.number(of: name) })
    values.bind(try value.kind.map { (name) throws(InputError) in try names.number(of: name) })
    try valueInsertion.run()
  }
}

extension OutcomeWriter {
  private func name(_ number: Int32, of table: NameTable) throws(InputError) -> Int64 {
    let index = Int(number)
    if index < nameNumbers.count, nameNumbers[index] >= 0 { return nameNumbers[index] }
    let found = try names.number(of: table[number])
    OutcomeWriter.set(&nameNumbers, index, found)
    return found
  }

  private func task(_ number: Int32, of table: OutcomeTable, _ tasks: [String: Int64])
    throws(InputError) -> Int64
  {
    let index = Int(number)
    if index < taskNumbers.count, taskNumbers[index] >= 0 { return taskNumbers[index] }
    let id = table.names[number]
    guard let found = tasks[id] else {
      throw InputError(.noSuch(kind: "task", id: id), field: "task")
    }
    OutcomeWriter.set(&taskNumbers, index, found)
    return found
  }

  private static func set(_ numbers: inout [Int64], _ index: Int, _ number: Int64) {
    while numbers.count <= index { numbers.append(-1) }
    numbers[index] = number
  }
}
