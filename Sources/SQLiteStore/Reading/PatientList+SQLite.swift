import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

extension PatientList {
  /// Selects the patients of a query.
  ///
  /// Ids and partitions need only the list of patients; other filters read the versions of
  /// patients.
  init(_ query: CareQuery, on connection: Connection, _ reader: StoredRecordReader)
    throws(InputError)
  {
    self.init()
    if let chosen = query.patients.ids {
      try takeKnown(chosen, on: connection)
    } else {
      try takeAll(on: connection)
    }
    try filter(query) { numbers, body throws(InputError) in
      for number in numbers {
        try reader.read(Int64(number)...Int64(number), .patient) { (_, entry) throws(InputError) in
          try body(entry)
        }
      }
    }
  }

  private mutating func takeAll(on connection: Connection) throws(InputError) {
    let statement = try connection.statement(
      "SELECT number, id, ordering FROM patients ORDER BY ordering")
    statement.reset()
    defer { statement.reset() }
    var last: [UInt8]?
    while try statement.step() {
      let ordering = Array(statement.bytes(2))
      // Repeated rows of a damaged index could continue forever.
      if let last, !last.lexicographicallyPrecedes(ordering) {
        throw .damaged("the list of its patients is out of order", source: connection.path)
      }
      last = ordering
      append(statement, connection.path)
    }
    try checkCount(on: connection)
  }

  /// Compares the number of rows in the index with that in the table.
  private func checkCount(on connection: Connection) throws(InputError) {
    let statement = try connection.statement("SELECT number FROM patients NOT INDEXED")
    statement.reset()
    defer { statement.reset() }
    let listed = numbers.count + rejected
    var count = 0
    while count <= listed, try statement.step() { count += 1 }
    guard count != listed else { return }
    throw .damaged(
      "it lists \(listed) of \(count > listed ? "more" : "\(count)") patients",
      source: connection.path)
  }

  private mutating func takeKnown(_ chosen: Set<String>, on connection: Connection)
    throws(InputError)
  {
    let statement = try connection.statement(
      "SELECT number, id, ordering FROM patients WHERE ordering = ?")
    defer { statement.reset() }
    for ordering in Set(chosen.map(\.ordering)).sorted() {
      var values = Bindings(statement)
      values.bind(ordering)
      if try statement.step() { append(statement, connection.path) }
    }
  }

  private mutating func append(_ statement: Statement, _ path: String) {
    let number = sqlite3_column_int64(statement.handle, 0)
    var row = Columns(statement, at: RowLocation(table: "patients", first: number))
    append(&row, path)
  }
}
