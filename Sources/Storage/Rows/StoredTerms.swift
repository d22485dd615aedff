import AdherenceAnalytics
package import Diagnostics
package import Scheduling

/// A source of the schedules and names that rows refer to.
package protocol TermSource: AnyObject {
  /// Returns the schedule with a key; `nil` if there is none.
  func schedule(_ number: Int64) throws(InputError) -> Schedule?
  /// Returns the name with a key; `nil` if there is none.
  func name(_ number: Int64) throws(InputError) -> String?
}

/// A bounded cache of the zones, schedules and names that rows refer to.
///
/// Thousands of patients share few schedules, each of which is decoded from JSON once.
package final class StoredTerms {
  private unowned let source: any TermSource
  private var zones: [String: Zone] = [:]
  private var schedules: [Int64: Schedule] = [:]
  private var names: [Int64: String] = [:]
  /// The task ids of the current patient by key.
  package var tasks: [Int64: String] = [:]

  private static let capacity = 4096
  /// The cache is small because the zone of a traveller takes half a megabyte and is used by one
  /// patient only.
  private static let zoneCapacity = 16

  package init(_ source: some TermSource) { self.source = source }

  /// Returns the zone with an id.
  func zone(_ id: String) throws(InputError) -> Zone {
    if let known = zones[id] { return known }
    guard let zone = Zone(id) else { throw InputError(.malformed(text: id, .zone)) }
    if zones.count >= StoredTerms.zoneCapacity { zones.removeAll() }
    zones[id] = zone
    return zone
  }

  /// Returns the id of a task of the current patient.
  package func task(_ number: Int64) throws(InputError) -> String {
    guard let id = tasks[number] else {
      throw InputError(.noSuch(kind: "task", id: "\(number)"))
    }
    return id
  }

  /// Returns the schedule with a key.
  package func schedule(_ number: Int64) throws(InputError) -> Schedule {
    if let known = schedules[number] { return known }
    guard let schedule = try source.schedule(number) else {
      throw InputError(.noSuch(kind: "schedule", id: "\(number)"))
    }
    makeRoom()
    schedules[number] = schedule
    return schedule
  }

  /// Returns the name with a key.
  package func name(_ number: Int64) throws(InputError) -> String {
    if let known = names[number] { return known }
    guard let name = try source.name(number) else {
      throw InputError(.noSuch(kind: "name", id: "\(number)"))
    }
    makeRoom()
    names[number] = name
    return name
  }

  /// Evicts the schedules or names once a cache is full.
  package func makeRoom() {
    if schedules.count >= StoredTerms.capacity { schedules.removeAll() }
    if names.count >= StoredTerms.capacity { names.removeAll() }
  }
}

// Bulk lookup.
extension StoredTerms {
  /// Returns whether a schedule is cached.
  package func contains(schedule number: Int64) -> Bool { schedules[number] != nil }

  /// Returns whether a name is cached.
  package func contains(name number: Int64) -> Bool { names[number] != nil }

  /// Caches a schedule regardless of the capacity.
  package func remember(_ schedule: Schedule, as number: Int64) { schedules[number] = schedule }

  /// Caches a name regardless of the capacity.
  package func remember(_ name: String, as number: Int64) { names[number] = name }
}
