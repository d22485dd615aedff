import AdherenceAnalytics
package import Scheduling

/// Where what rows refer to is looked up.
package protocol TermSource: AnyObject {
  /// The schedule with a number; `nil` where there is none.
  func schedule(_ number: Int64) throws(InputError) -> Schedule?
  /// The name with a number; `nil` where there is none.
  func name(_ number: Int64) throws(InputError) -> String?
}

/// What rows refer to: zones, schedules and names, remembered while there are not too many of them.
///
/// Thousands of patients share few schedules, and each is read from its JSON once.
package final class StoredTerms {
  private unowned let source: any TermSource
  private var zones: [String: Zone] = [:]
  private var schedules: [Int64: Schedule] = [:]
  private var names: [Int64: String] = [:]
  /// The tasks of the patient that is being read, by number.
  package var tasks: [Int64: String] = [:]

  private static let capacity = 4096
  /// A traveller's zone takes half a megabyte, and nobody else has it.
  private static let zoneCapacity = 16

  package init(_ source: some TermSource) { self.source = source }

  /// A zone by its id.
  func zone(_ id: String) throws(InputError) -> Zone {
    if let known = zones[id] { return known }
    guard let zone = Zone(id) else { throw InputError(.malformed(text: id, .zone)) }
    if zones.count >= StoredTerms.zoneCapacity { zones.removeAll() }
    zones[id] = zone
    return zone
  }

  /// The id of one of the patient's tasks.
  package func task(_ number: Int64) throws(InputError) -> String {
    guard let id = tasks[number] else {
      throw InputError(.noSuch(kind: "task", id: "\(number)"))
    }
    return id
  }

  /// A schedule by its number.
  package func schedule(_ number: Int64) throws(InputError) -> Schedule {
    if let known = schedules[number] { return known }
    guard let schedule = try source.schedule(number) else {
      throw InputError(.noSuch(kind: "schedule", id: "\(number)"))
    }
    makeRoom()
    schedules[number] = schedule
    return schedule
  }

  /// A name by its number.
  package func name(_ number: Int64) throws(InputError) -> String {
    if let known = names[number] { return known }
    guard let name = try source.name(number) else {
      throw InputError(.noSuch(kind: "name", id: "\(number)"))
    }
    makeRoom()
    names[number] = name
    return name
  }

  /// Forgets schedules or names where there are too many of them.
  package func makeRoom() {
    if schedules.count >= StoredTerms.capacity { schedules.removeAll() }
    if names.count >= StoredTerms.capacity { names.removeAll() }
  }
}

// For those who look up many at once.
extension StoredTerms {
  /// Whether a schedule need not be looked up.
  package func knows(schedule number: Int64) -> Bool { schedules[number] != nil }

  /// Whether a name need not be looked up.
  package func knows(name number: Int64) -> Bool { names[number] != nil }

  /// Remembers a schedule, however many there are.
  package func remember(_ schedule: Schedule, as number: Int64) { schedules[number] = schedule }

  /// Remembers a name, however many there are.
  package func remember(_ name: String, as number: Int64) { names[number] = name }
}
