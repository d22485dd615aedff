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
  /// The named events, which are checked when all are known, since they may be in any order.
  private var events: [(event: NamedEvent, place: Int)] = []
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

  /// Adds a version of a named event, which ``finish()`` may reject.
  ///
  /// - Parameters:
  ///   - event: The version.
  ///   - place: The line or index of the version, for ``RejectedEvent/place``.
  /// - Throws: `InputError` for an invalid name, a withdrawal without an id, or a repeated version.
  package mutating func add(_ event: NamedEvent, at place: Int) throws(InputError) {
    try event.name.requireEventName("event")
    if event.isDeleted, event.id == nil { throw .withdrawsNothing(event) }
    if let id = event.id, let version = EventIdentity(id, event.recordedAt),
      !eventVersions.insert(version).inserted
    {
      throw InputError(.overlappingVersions(kind: "named event", id: id), field: "recordedAt")
    }
    events.append((event, place))
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

  /// Completes the record: adds the outcomes, and the named events that do not contradict others.
  ///
  /// - Returns: The events that do, in order of addition.
  package mutating func finish() -> [RejectedEvent] {
    record.outcomes = outcomes.table
    return settleEvents()
  }

  /// Adds the named events that do not contradict others, after all of them.
  ///
  /// - Returns: The events that do, in order of addition.
  package mutating func settleEvents() -> [RejectedEvent] {
    if events.isEmpty { return [] }
    let errors = eventErrors()
    defer { events = [] }
    var rejected: [RejectedEvent] = []
    for (index, (event, place)) in events.enumerated() {
      if let error = errors[index] {
        rejected.append(RejectedEvent(event: event, place: place, error: error))
      } else {
        record.namedEvents.append(event)
      }
    }
    return rejected
  }

  /// Returns the errors of named events by index, checked in order of recording.
  private func eventErrors() -> [Int: InputError] {
    var errors: [Int: InputError] = [:]
    var recorded: Set<String> = []
    var naming = EventNaming(record.tasks)
    for (index, next) in events.enumerated().sorted(by: {
      ($0.element.event.recorded, $0.offset) < ($1.element.event.recorded, $1.offset)
    }) {
      let event = next.event
      do throws(InputError) {
        if event.isDeleted, event.id.map({ !recorded.contains($0) }) ?? true {
          throw .withdrawsNothing(event)
        }
        try naming.add(event)
        if let id = event.id { recorded.insert(id) }
      } catch {
        errors[index] = error
      }
    }
    return errors
  }
}

/// A named event that contradicts others of its patient.
package struct RejectedEvent: Sendable {
  package let event: NamedEvent
  /// The line or index as it was added.
  package let place: Int
  /// The error, without its location.
  package let error: InputError

  /// Whether it withdraws an event that is not among the others.
  package var withdrawsNothing: Bool { error == .withdrawsNothing(event) }
}

extension InputError {
  /// Returns the error of a withdrawal without an id, or of an event that was not recorded before.
  fileprivate static func withdrawsNothing(_ event: NamedEvent) -> InputError {
    let rule = Rule(
      "withdrawsNothing",
      "withdraws an event that was not recorded before (give the id of the event, and a 'recordedAt' after its"
        + " own)")
    return InputError(.against(rule, text: event.id ?? ""), field: "deleted")
  }
}
