import Diagnostics
import Scheduling
import Storage

extension Connection: TermSource {
  func schedule(_ number: Int64) throws(InputError) -> Schedule? {
    try term(number, "SELECT json FROM schedules WHERE number = ?", "schedules") {
      row throws(InputError) in
      guard let text = try row.text() else { return nil }
      remember(CellDigest.text(text), ofSchedule: number)
      return try JSONColumn.decode(Schedule.self, from: text, field: row.field)
    }
  }

  /// Returns the digest of the schedule with a key; 0 if there is none.
  func digest(ofSchedule number: Int64) throws(InputError) -> UInt64 {
    if let known = scheduleDigests[number] { return known }
    let text: String? = try term(
      number, "SELECT json FROM schedules WHERE number = ?", "schedules"
    ) { row throws(InputError) in try row.text() }
    let digest = text.map { CellDigest.text($0) } ?? 0
    remember(digest, ofSchedule: number)
    return digest
  }

  private func remember(_ digest: UInt64, ofSchedule number: Int64) {
    if scheduleDigests.count >= 4096 { scheduleDigests.removeAll() }
    scheduleDigests[number] = digest
  }

  func name(_ number: Int64) throws(InputError) -> String? {
    try term(number, "SELECT text FROM names WHERE number = ?", "names") {
      row throws(InputError) in try row.text()
    }
  }

  /// Reads the single column of the row with a key.
  private func term<Value>(
    _ number: Int64, _ sql: String, _ table: String,
    _ read: (inout Columns) throws(InputError) -> Value?
  ) throws(InputError) -> Value? {
    let statement = try statement(sql)
    statement.bind(number)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var row = Columns(statement, at: RowLocation(table: table, first: number))
    return try row.require(try read(&row))
  }
}
