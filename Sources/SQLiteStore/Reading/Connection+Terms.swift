import Scheduling
import Storage

extension Connection: TermSource {
  func schedule(_ number: Int64) throws(InputError) -> Schedule? {
    try term(number, "SELECT json FROM schedules WHERE number = ?", "schedules") {
      row throws(InputError) in try row.json(Schedule.self)
    }
  }

  func name(_ number: Int64) throws(InputError) -> String? {
    try term(number, "SELECT text FROM names WHERE number = ?", "names") {
      row throws(InputError) in try row.text()
    }
  }

  /// Reads the one column of the row with a number.
  private func term<Value>(
    _ number: Int64, _ sql: String, _ table: String,
    _ read: (inout Columns) throws(InputError) -> Value?
  ) throws(InputError) -> Value? {
    let statement = try statement(sql)
    statement.bind(number)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var row = Columns(statement, at: RowPlace(table: table, first: number))
    return try row.require(try read(&row))
  }
}
