import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// A cache of the keys of names and schedules, which assigns keys to new ones.
struct TermNumbers {
  private var names: [String: Int32] = [:]
  private var schedules: [Schedule: Int32] = [:]
  /// The JSON of validated schedules without a key.
  private var pending: [Schedule: String] = [:]
  private var nameRows = TableRows("names", ["number", "text"])
  private var scheduleRows = TableRows("schedules", ["number", "json"])
  private static let capacity = 4096

  /// Clears the cache, for example after a rollback.
  mutating func invalidateCaches() { self = TermNumbers() }

  /// Rejects a schedule that is invalid or that JSON cannot represent.
  mutating func check(_ schedule: Schedule) throws(InputError) {
    if schedules[schedule] != nil || pending[schedule] != nil { return }
    try schedule.validate()
    pending[schedule] = try JSONColumn.text(of: schedule)
  }

  /// Returns the key of a name.
  mutating func number(of name: String, _ counters: inout Counters, _ connection: Connection)
    throws(InputError) -> Int32
  {
    if let number = names[name] { return number }
    if names.count >= TermNumbers.capacity, nameRows.rows.isEmpty { names.removeAll() }
    let known = try known(name, counters, connection)
    let number = if let known { known } else { try add(name: name, &counters) }
    names[name] = number
    return number
  }

  private func known(_ name: String, _ counters: Counters, _ connection: Connection)
    throws(InputError) -> Int32?
  {
    if counters.names == 0 { return nil }
    return try connection.query("SELECT number FROM names WHERE text = $1", [.text(name)])
      .first?.int4(0)
  }

  private mutating func add(name: String, _ counters: inout Counters) throws(InputError) -> Int32 {
    let number = try counters.names.advance("names")
    nameRows.begin()
    nameRows.rows.put(int4: number)
    nameRows.rows.put(text: name)
    return number
  }

  /// Finds or assigns the keys of all pending schedules.
  mutating func numberSchedules(_ counters: inout Counters, _ connection: Connection)
    throws(InputError)
  {
    if schedules.count >= TermNumbers.capacity { schedules.removeAll() }
    let unknown = pending.sorted { $0.value < $1.value }
    var given: [String: Int32] = [:]
    for start in stride(from: 0, to: unknown.count, by: 1024) {
      let part = unknown[start..<min(unknown.count, start + 1024)]
      let found = try numbers(of: part.map(\.value), counters, connection)
      for (place, (schedule, json)) in part.enumerated() {
        let known = found[place] ?? given[json]
        let number = if let known { known } else { try add(json: json, &counters) }
        (schedules[schedule], given[json]) = (number, number)
      }
    }
    pending.removeAll()
  }

  /// Returns the keys of the texts that are already stored, by their index.
  private func numbers(of texts: [String], _ counters: Counters, _ connection: Connection)
    throws(InputError) -> [Int: Int32]
  {
    if counters.schedules == 0 { return [:] }
    let rows = try connection.query(
      "SELECT wanted.place, s.number"
        + " FROM jsonb_array_elements($1) WITH ORDINALITY wanted(json, place) CROSS JOIN LATERAL"
        + " (SELECT number FROM schedules WHERE json = wanted.json LIMIT 1) s",
      [.json("[\(texts.joined(separator: ","))]")])
    var found: [Int: Int32] = [:]
    for row in 0..<rows.count {
      if let place = rows[row].int8(0), let number = rows[row].int4(1) {
        found[Int(place) - 1] = number
      }
    }
    return found
  }

  private mutating func add(json: String, _ counters: inout Counters) throws(InputError) -> Int32 {
    let number = try counters.schedules.advance("schedules")
    scheduleRows.begin()
    scheduleRows.rows.put(int4: number)
    scheduleRows.rows.put(json: json)
    return number
  }

  /// Returns the key of a validated schedule.
  func number(of schedule: Schedule) throws(InputError) -> Int32 {
    if let number = schedules[schedule] { return number }
    throw InputError(.unwritable(reason: "a schedule got no key"), field: "schedules")
  }

  /// Writes the new names and schedules.
  mutating func flush(to connection: Connection, staged: Set<String>) throws(InputError) {
    try nameRows.flush(to: connection, staged: staged)
    try scheduleRows.flush(to: connection, staged: staged)
  }
}

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
