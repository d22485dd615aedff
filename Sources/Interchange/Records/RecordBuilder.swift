package import AdherenceAnalytics
package import Diagnostics
package import Scheduling

/// A builder of one patient's record that rejects parts which contradict others.
///
/// Errors name fields; the caller adds the location.
package struct RecordBuilder {
  package private(set) var record: CareRecord
  /// The zone of the patient's clocks, in which local times are interpreted.
  package private(set) var zone: Zone
  private var versions: Set<VersionIdentity> = []
  private var planVersions: Set<VersionIdentity> = []
  private var contactVersions: Set<VersionIdentity> = []
  private var holdVersions: Set<EventIdentity> = []
  private var eventVersions: Set<EventIdentity> = []
  /// The name of each named event with an id, which all its versions share, and its first recording.
  private var events: [String: (name: String, recorded: Instant)] = [:]
  /// The ids of the tasks.
  package private(set) var taskIDs: Set<String> = []
  /// The outcomes, which ``finish()`` moves to the record.
  package let outcomes: OutcomeRows

  /// Creates a builder; the buffer of outcomes may be reused from an earlier record.
  package init(_ patient: Patient, outcomes: OutcomeRows = OutcomeRows()) {
    record = CareRecord(patient: patient)
    zone = record.patientZone
    self.outcomes = outcomes
    outcomes.begin()
  }

}

extension RecordBuilder {
  /// Sets the earlier versions of the patient.
  package mutating func setEarlier(_ patients: [Patient]) {
    record.earlierPatients = patients
    zone = record.patientZone
  }

  /// Adds a version of a task.
  package mutating func add(_ task: CareTask) throws(InputError) {
    let key = VersionIdentity(task, in: zone)
    guard versions.insert(key).inserted else { throw key.overlap(of: "task") }
    record.tasks.append(task)
    taskIDs.insert(task.id)
  }

  /// Adds a version of a care plan.
  package mutating func add(_ plan: CarePlan) throws(InputError) {
    let key = VersionIdentity(plan, in: zone)
    guard planVersions.insert(key).inserted else { throw key.overlap(of: "care plan") }
    record.carePlans.append(plan)
  }

  /// Adds a version of a contact.
  package mutating func add(_ contact: Contact) throws(InputError) {
    let key = VersionIdentity(contact, in: zone)
    guard contactVersions.insert(key).inserted else { throw key.overlap(of: "contact") }
    record.contacts.append(contact)
  }

  /// Adds a hold, after all tasks.
  package mutating func add(_ hold: Hold) throws(InputError) {
    if let task = hold.task, !taskIDs.contains(task) {
      throw InputError(.noSuch(kind: "task", id: task), field: "task")
    }
    if let group = hold.group, !record.tasks.contains(where: { $0.group == group }) {
      throw InputError(.noSuch(kind: "task group", id: group), field: "group")
    }
    if let id = hold.id, let version = EventIdentity(id, hold.recordedAt),
      !holdVersions.insert(version).inserted
    {
      throw InputError(.overlappingVersions(kind: "hold", id: id), field: "recordedAt")
    }
    record.holds.append(hold)
  }

  /// Adds a version of a named event, after all tasks.
  package mutating func add(_ event: NamedEvent) throws(InputError) {
    try event.name.requireEventName("event")
    try requireSpelling(of: event.name)
    let recorded = event.recordedAt ?? .earliest
    let first = event.id.flatMap { events[$0] }
    if event.isDeleted, first.map({ recorded < $0.recorded }) ?? true {
      throw InputError(.against(.withdrawsNothing, text: event.id ?? ""), field: "deleted")
    }
    if let id = event.id {
      if let name = first?.name, name != event.name {
        throw InputError(
          .outOfRange(text: event.name, rule: "be '\(name)' in all versions of '\(id)'"),
          field: "event")
      }
      if let version = EventIdentity(id, event.recordedAt), !eventVersions.insert(version).inserted
      {
        throw InputError(.overlappingVersions(kind: "named event", id: id), field: "recordedAt")
      }
      events[id] = (event.name, min(recorded, first?.recorded ?? recorded))
    }
    record.namedEvents.append(event)
  }

  /// Rejects a name that differs from the one that a schedule follows in case only.
  private func requireSpelling(of name: String) throws(InputError) {
    let names = record.tasks.flatMap(\.schedule.eventNames)
    if names.contains(name) { return }
    if let meant = names.first(where: { $0.lowercased() == name.lowercased() }) {
      throw InputError(
        .outOfRange(text: name, rule: "be '\(meant)', as in the schedule"), field: "event")
    }
  }

  /// Adds an outcome, or further values of an existing one, after all tasks.
  ///
  /// - Returns: Its position.
  package mutating func add(_ outcome: Outcome) throws(InputError) -> Int {
    guard taskIDs.contains(outcome.task) else {
      throw InputError(.noSuch(kind: "task", id: outcome.task), field: "task")
    }
    return try outcomes.add(outcome)
  }

  /// Moves the outcomes to the record.
  package mutating func finish() { record.outcomes = outcomes.table }
}

extension InputError.Rule {
  /// A withdrawal of a named event without an id, or before a version with its id.
  fileprivate static let withdrawsNothing = Self(
    "withdrawsNothing",
    "withdraws an event that was not recorded before (give the id of the event, and put its withdrawal after it)"
  )
}
