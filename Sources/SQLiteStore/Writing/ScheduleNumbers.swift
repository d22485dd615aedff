import Scheduling
import Storage

/// The numbers of schedules, which are given to those that have none.
final class ScheduleNumbers {
  private let search: Statement
  private let insertion: Statement
  private var known: [Schedule: Numbered] = [:]
  private static let capacity = 4096

  /// The number of a schedule, and the digest of its text.
  typealias Numbered = (number: Int64, digest: UInt64)

  init(_ connection: Connection) throws(InputError) {
    search = try connection.statement("SELECT number FROM schedules WHERE json = ?")
    insertion = try connection.statement("INSERT INTO schedules (json) VALUES (?) RETURNING number")
  }

  /// The number of a schedule.
  ///
  /// - Throws: `InputError` where nobody can follow the schedule or JSON cannot say it, and what SQLite says.
  func number(of schedule: Schedule) throws(InputError) -> Numbered {
    if let known = known[schedule] { return known }
    try schedule.validate()
    let json = try JSONColumn.text(of: schedule)
    var found = try search.integer(for: json)
    if found == nil { found = try insertion.integer(for: json) }
    guard let number = found else {
      throw InputError(.unwritable(reason: "a schedule was given no number"), field: "schedules")
    }
    if known.count >= ScheduleNumbers.capacity { known.removeAll() }
    let numbered = (number, CellDigest.text(json))
    known[schedule] = numbered
    return numbered
  }

  /// Forgets all, as after a transaction that was undone.
  func forget() { known.removeAll() }
}
