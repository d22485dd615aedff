import Diagnostics
import Scheduling

/// The row of `store`: the revision and the highest keys in use.
struct Counters: Equatable {
  var revision: Int64
  var patients: Int32
  var tasks: Int32
  var schedules: Int32
  var names: Int32

  /// Locks the row against other writers until the end of the transaction.
  static func lock(_ connection: Connection) throws(InputError) -> Counters {
    let rows = try connection.query(
      "SELECT revision, patients, tasks, schedules, names FROM store WHERE one FOR UPDATE")
    guard let row = rows.first, let revision = row.int8(0), let patients = row.int4(1),
      let tasks = row.int4(2), let schedules = row.int4(3), let names = row.int4(4)
    else { throw InputError(.unreadable(reason: "its table 'store' has no row"), field: "store") }
    return Counters(
      revision: revision, patients: patients, tasks: tasks, schedules: schedules, names: names)
  }

  /// Writes the counters.
  func save(_ connection: Connection) throws(InputError) {
    try connection.execute(
      "UPDATE store SET revision = \(revision), patients = \(patients), tasks = \(tasks),"
        + " schedules = \(schedules), names = \(names) WHERE one")
  }
}

extension Int32 {
  /// Returns the next key of a table.
  mutating func advance(_ table: String) throws(InputError) -> Int32 {
    guard self < .max else {
      throw InputError(.tooLarge(what: "numbers of '\(table)'", limit: Int(Int32.max)))
    }
    self += 1
    return self
  }
}
