package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The stored keys of the names and tasks of an outcome table, each looked up once.
package struct TableKeys<Key> {
  private let tasks: [String: Key]
  private var knownNames: [Key?] = []
  private var knownTasks: [Key?] = []

  /// Starts a table.
  ///
  /// - Parameter tasks: The keys of the patient's tasks by id.
  package init(ofTasks tasks: [String: Key]) { self.tasks = tasks }

  /// Returns the key of a name by its interned number.
  package mutating func name(
    _ number: Int32, of table: OutcomeTable, _ find: (String) throws(InputError) -> Key
  ) throws(InputError) -> Key {
    if let known = TableKeys.key(number, in: knownNames) { return known }
    let found = try find(table.names[number])
    TableKeys.set(&knownNames, number, found)
    return found
  }

  /// Returns the key of a task by its interned number.
  ///
  /// - Throws: `InputError` if the patient does not have the task.
  package mutating func task(_ number: Int32, of table: OutcomeTable) throws(InputError) -> Key {
    if let known = TableKeys.key(number, in: knownTasks) { return known }
    let id = table.names[number]
    guard let found = tasks[id] else {
      throw InputError(.noSuch(kind: "task", id: id), field: "task")
    }
    TableKeys.set(&knownTasks, number, found)
    return found
  }

  private static func key(_ number: Int32, in known: [Key?]) -> Key? {
    Int(number) < known.count ? known[Int(number)] : nil
  }

  private static func set(_ known: inout [Key?], _ number: Int32, _ found: Key) {
    while known.count <= Int(number) { known.append(nil) }
    known[Int(number)] = found
  }
}

extension TableKeys {
  /// Returns the single value of an outcome if it is a finite number, with the keys of its units and kind.
  package mutating func number(
    at position: Int, of table: OutcomeTable, _ find: (String) throws(InputError) -> Key
  ) throws(InputError) -> (amount: Double?, units: Key?, kind: Key?) {
    let row = table.rows[position]
    if row.marks.contains(.number) {
      let units = row.units < 0 ? nil : try name(Int32(row.units), of: table, find)
      let kind = row.kind < 0 ? nil : try name(Int32(row.kind), of: table, find)
      return (row.amount, units, kind)
    }
    guard row.marks.contains(.detailed), let value = table[position].onlyNumber else {
      return (nil, nil, nil)
    }
    var (units, kind) = (nil as Key?, nil as Key?)
    if let name = value.units { units = try find(name) }
    if let name = value.kind { kind = try find(name) }
    return (value.amount, units, kind)
  }
}

extension OutcomeTable.Row {
  /// The status as stored.
  package var statusCode: Int64 { marks.contains(.skipped) ? 1 : marks.contains(.declined) ? 2 : 0 }

  /// Rejects a time that is no valid date in any zone.
  package func checkTime() throws(InputError) {
    if time == OutcomeTable.Row.none || Instant(seconds: time).isReadable { return }
    throw .outOfRange(Instant(seconds: time), field: "time")
  }
}
