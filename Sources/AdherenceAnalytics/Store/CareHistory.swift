import Scheduling

/// All versions of one patient's record, to which changes are appended.
///
/// It implements the write semantics for every store: load the patient's history, apply the changes, and save
/// it after all of a batch have been applied.
public struct CareHistory: Sendable {
  /// The record with all its versions; `nil` if the patient has not been added.
  public private(set) var record: CareRecord?
  /// The index of the last recorded version of each outcome with an id.
  private var outcomePositions: [String: Int] = [:]
  /// The names of events; `nil` before the first event after a change of tasks.
  private var eventNaming: EventNaming?

  /// Creates the history of an existing or a new patient.
  public init(_ record: CareRecord? = nil) {
    self.record = record
    guard let record else { return }
    for (position, outcome) in record.outcomes.detailed {
      guard let id = outcome.id else { continue }
      let newest = outcomePositions[id].map { record.outcomes[$0] }
      let isLater = newest.map { $0.recordedAt ?? .earliest > outcome.recordedAt ?? .earliest }
      if isLater != true { outcomePositions[id] = position }
    }
  }

  /// Applies a change.
  @discardableResult
  public mutating func apply(_ change: CareChange) throws(StoreError) -> CareEntity {
    let (entity, isUpdate) =
      switch change {
      case .add(let entity): (entity, false)
      case .update(let entity): (entity, true)
      case .delete(let identity, let moment, let recordedAt):
        (try end(of: identity, at: moment, recordedAt: recordedAt), true)
      }
    try append(entity, isUpdate: isUpdate)
    return entity
  }

  private var zone: Zone { record?.patient.zone ?? .utc }

  private mutating func append(_ entity: CareEntity, isUpdate: Bool) throws(StoreError) {
    if case .patient(let patient) = entity { return try append(patient, isUpdate: isUpdate) }
    guard record != nil else { throw .noSuch(.patient(entity.patient)) }
    let check = VersionCheck(isUpdate: isUpdate, patient: entity.patient, zone: zone)
    switch entity {
    case .patient: break
    case .carePlan(let plan, _):
      try check(plan, after: record?.carePlans.filter { $0.id == plan.id })
      record?.carePlans.append(plan)
    case .contact(let contact, _):
      try check(contact, after: record?.contacts.filter { $0.id == contact.id })
      record?.contacts.append(contact)
    case .task(let task, _):
      try check(task, after: record?.tasks.filter { $0.id == task.id })
      try task.checkSchedule(of: entity.patient)
      record?.tasks.append(task)
      eventNaming = nil
    case .outcome(let outcome, _): try append(outcome, check)
    case .hold(let hold, _):
      try check(hold, after: record?.holds.filter { $0.id == hold.id })
      record?.holds.append(hold)
    case .namedEvent(let event, _):
      try check(event, after: record?.namedEvents.filter { $0.id == event.id })
      try append(event)
    }
  }

  private mutating func append(_ patient: Patient, isUpdate: Bool) throws(StoreError) {
    let check = VersionCheck(isUpdate: isUpdate, patient: patient.id, zone: zone)
    try check(patient, after: record?.patients)
    if record == nil {
      record = CareRecord(patient: patient)
    } else {
      record?.patients.append(patient)
    }
  }

  private mutating func append(_ event: NamedEvent) throws(StoreError) {
    if eventNaming == nil { eventNaming = record.map(EventNaming.init) }
    do throws(InputError) { try eventNaming?.add(event) } catch {
      let patient = record?.patient.id ?? ""
      throw .invalid(CareIdentity(.namedEvent, event.id ?? event.name, of: patient), error)
    }
    record?.namedEvents.append(event)
  }

  private mutating func append(_ outcome: Outcome, _ check: VersionCheck) throws(StoreError) {
    guard record?.tasks.contains(where: { $0.id == outcome.task }) == true else {
      throw .noSuch(CareIdentity(.task, outcome.task, of: check.patient))
    }
    let newest = outcome.id.flatMap { outcomePositions[$0] }
    try check(outcome, after: newest.flatMap { record?.outcomes[$0] }.map { [$0] })
    if let id = outcome.id { outcomePositions[id] = record?.outcomes.count }
    record?.outcomes.append(outcome)
  }
}

extension CareHistory {
  /// Returns the version that ends an entity.
  private func end(of identity: CareIdentity, at moment: LocalOrInstant?, recordedAt: Instant)
    throws(StoreError) -> CareEntity
  {
    func end<Record: StoredRecord>(
      _ versions: [Record]?, _ entity: (Record, String) -> CareEntity
    ) -> CareEntity? {
      let own = (versions ?? []).filter { $0.identity == identity.id }.byRecording(\.recordedAt)
      let end = Record.end(of: own, at: moment, recordedAt: recordedAt, in: zone)
      return end.map { entity($0, identity.patient) }
    }
    let newest = outcomePositions[identity.id].flatMap { record?.outcomes[$0] }
    let entity: CareEntity? =
      switch identity.kind {
      case .patient: end(record?.patients) { patient, _ in .patient(patient) }
      case .carePlan: end(record?.carePlans, CareEntity.carePlan)
      case .contact: end(record?.contacts, CareEntity.contact)
      case .task: end(record?.tasks, CareEntity.task)
      case .outcome: end(newest.map { [$0] }, CareEntity.outcome)
      case .hold: end(record?.holds, CareEntity.hold)
      case .namedEvent: end(record?.namedEvents, CareEntity.namedEvent)
      }
    guard let entity else { throw .noSuch(identity) }
    return entity
  }
}

extension CareTask {
  /// Rejects an invalid schedule.
  func checkSchedule(of patient: String) throws(StoreError) {
    do { try schedule.validate() } catch {
      throw .invalid(CareIdentity(.task, id, of: patient), error)
    }
  }
}

/// A check of whether a version may follow others.
private struct VersionCheck {
  let isUpdate: Bool
  let patient: String
  let zone: Zone

  func callAsFunction<Record: StoredRecord>(
    _ version: Record, after versions: [Record]?
  ) throws(StoreError) {
    guard let id = version.identity else {
      if isUpdate { throw .unnamed(Record.kind, patient: patient) }
      return
    }
    let identity = CareIdentity(Record.kind, id, of: patient)
    let newest = versions?.byRecording(\.recordedAt).last
    let isThere = newest.map { !$0.isEnded } ?? false
    if isUpdate, !isThere { throw .noSuch(identity) }
    if !isUpdate, isThere { throw .duplicate(identity) }
    if let known = newest?.recordedAt, known > version.recordedAt ?? .earliest {
      throw .recordedEarlier(identity, than: known)
    }
    if versions?.contains(where: { $0.overlaps(version, in: zone) }) == true {
      throw .overlapping(identity)
    }
  }
}
