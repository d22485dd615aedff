import AdherenceAnalytics
import GRDBSQLite
import Scheduling

/// What rows refer to: zones, schedules and names, remembered while there are not too many of them.
///
/// Thousands of patients share few schedules, and each is read from its JSON once.
final class StoredTerms {
  private unowned let connection: Connection
  private var zones: [String: Zone] = [:]
  private var schedules: [Int64: Schedule] = [:]
  private var names: [Int64: String] = [:]
  /// The tasks of the patient that is being read, by number.
  var tasks: [Int64: String] = [:]

  private static let capacity = 4096
  /// A traveller's zone takes half a megabyte, and nobody else has it.
  private static let zoneCapacity = 16

  init(_ connection: Connection) { self.connection = connection }

  /// A zone by its id.
  func zone(_ id: String) throws(InputError) -> Zone {
    if let known = zones[id] { return known }
    guard let zone = Zone(id) else { throw InputError(.malformed(text: id, .zone)) }
    if zones.count >= StoredTerms.zoneCapacity { zones.removeAll() }
    zones[id] = zone
    return zone
  }

  /// The id of one of the patient's tasks.
  func task(_ number: Int64) throws(InputError) -> String {
    guard let id = tasks[number] else {
      throw InputError(.noSuch(kind: "task", id: "\(number)"))
    }
    return id
  }

  /// A schedule by its number.
  func schedule(_ number: Int64) throws(InputError) -> Schedule {
    if let known = schedules[number] { return known }
    let statement = try connection.statement("SELECT json FROM schedules WHERE number = ?")
    statement.bind(number)
    defer { statement.reset() }
    guard try statement.step() else {
      throw InputError(.noSuch(kind: "schedule", id: "\(number)"))
    }
    var row = Columns(statement, at: RowPlace(table: "schedules", first: number))
    let schedule: Schedule = try row.require(try row.json())
    if schedules.count >= StoredTerms.capacity { schedules.removeAll() }
    schedules[number] = schedule
    return schedule
  }

  /// A name by its number.
  func name(_ number: Int64) throws(InputError) -> String {
    if let known = names[number] { return known }
    let statement = try connection.statement("SELECT text FROM names WHERE number = ?")
    statement.bind(number)
    defer { statement.reset() }
    guard try statement.step() else {
      throw InputError(.noSuch(kind: "name", id: "\(number)"))
    }
    var row = Columns(statement, at: RowPlace(table: "names", first: number))
    let name: String = try row.require(try row.text())
    if names.count >= StoredTerms.capacity { names.removeAll() }
    names[number] = name
    return name
  }
}
