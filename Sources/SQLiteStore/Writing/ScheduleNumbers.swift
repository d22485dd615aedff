import Diagnostics
import Scheduling
import Storage

/// A cache of the keys of schedules, which inserts unknown schedules.
final class ScheduleNumbers {
  private let search: Statement
  private let insertion: Statement
  private var known: [Schedule: Numbered] = [:]
  private static let capacity = 4096

  /// The key of a schedule, and the digest of its text.
  typealias Numbered = (number: Int64, digest: UInt64)

  init(_ connection: Connection) throws(InputError) {
    search = try connection.statement("SELECT number FROM schedules WHERE json = ?")
    insertion = try connection.statement("INSERT INTO schedules (json) VALUES (?) RETURNING number")
  }

  /// Returns the key of a schedule.
  ///
  /// - Throws: `InputError` if the schedule is invalid or JSON cannot represent it, and errors of
  ///   SQLite.
  func number(of schedule: Schedule) throws(InputError) -> Numbered {
    if let known = known[schedule] { return known }
    try schedule.validate()
    let json = try JSONColumn.text(of: schedule)
    var found = try search.integer(for: json)
    if found == nil { found = try insertion.integer(for: json) }
    guard let number = found else {
      throw InputError(.unwritable(reason: "a schedule got no key"), field: "schedules")
    }
    if known.count >= ScheduleNumbers.capacity { known.removeAll() }
    let numbered = (number, CellDigest.text(json))
    known[schedule] = numbered
    return numbered
  }

  /// Clears the cache, for example after a rollback.
  func invalidateCaches() { known.removeAll() }
}
