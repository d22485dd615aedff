public import Scheduling

/// A store of records: the protocol between a database and the engine.
///
/// A store reads patient by patient and writes batch by batch; CareKit's other methods are extensions of
/// these two. ``MemoryStore`` is an implementation, and <doc:Stores> shows how to write another.
///
///     let store: some CareStore = MemoryStore()
///     try await store.add(.patient(record.patient), .task(tablet, of: "ann"))
///     try await store.add(.outcome(record.outcomes[0], of: "ann"))
///     for try await record in try await store.records(matching: CareQuery()) {
///       print(record.patient.id, record.outcomes.count)  // ann 1
///     }
public protocol CareStore<Records>: Sendable {
  /// The result of a query, read on demand.
  associatedtype Records: AsyncSequence, Sendable where Records.Element == CareRecord

  /// Returns the records that match a query, one for each patient, in order of the patients' ids.
  ///
  /// The result is a consistent snapshot: batches are never partially visible. Ids are compared as Swift
  /// strings.
  func records(matching query: CareQuery) async throws -> Records

  /// Applies changes in order, atomically.
  ///
  /// Nothing is overwritten: an update appends a version, and a deletion appends an end.
  func apply(_ changes: [CareChange]) async throws
}

// CareKit's write methods, one for entities of all kinds. They throw `StoreError` if they contradict the
// store, which then remains unchanged, and the errors of the database.
extension CareStore {
  /// Adds entities to the store atomically.
  ///
  ///     try await store.add(.patient(record.patient), .task(tablet, of: "ann"))
  public func add(_ entities: CareEntity...) async throws {
    try await apply(entities.map { .add($0) })
  }

  /// Appends versions to existing entities atomically.
  ///
  /// A hold or an outcome needs an id to be updated.
  public func update(_ entities: CareEntity...) async throws {
    try await apply(entities.map { .update($0) })
  }

  /// Ends entities at a time atomically; without a time they are deleted from the start.
  ///
  /// Outcomes and holds are always deleted entirely.
  public func delete(
    _ identities: CareIdentity..., at moment: LocalOrInstant? = nil, recordedAt: Instant
  ) async throws {
    try await apply(identities.map { .delete($0, at: moment, recordedAt: recordedAt) })
  }
}

// CareKit's read methods, which throw the errors of the store.
extension CareStore {
  /// Returns the patients that match a query, in its order, with the versions of one adjacent.
  public func fetchPatients(
    query: PatientQuery = PatientQuery(), asKnownAt: Instant? = nil
  ) async throws -> [Patient] {
    let records = CareQuery(patients: query, kinds: [], asKnownAt: asKnownAt)
    return try await fetch(query.unlimited, from: records, \.patients)
  }

  /// Returns the care plans that match a query, with the versions of one adjacent.
  ///
  /// Order, offset and limit apply to all patients together; without an order, results are in order of the
  /// patients' ids. This also holds for contacts, tasks and outcomes.
  public func fetchCarePlans(
    query: CarePlanQuery = CarePlanQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [CarePlan] {
    var records = CareQuery(patients: patients, kinds: [.carePlan], asKnownAt: asKnownAt)
    records.carePlans = query.unpaged
    return try await fetch(query, from: records, \.carePlans)
  }

  /// Returns the contacts that match a query, with the versions of one adjacent.
  public func fetchContacts(
    query: ContactQuery = ContactQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [Contact] {
    var records = CareQuery(patients: patients, kinds: [.contact], asKnownAt: asKnownAt)
    records.contacts = query.unpaged
    return try await fetch(query, from: records, \.contacts)
  }

  /// Returns the tasks that match a query, with the versions of one adjacent.
  public func fetchTasks(
    query: TaskQuery = TaskQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [CareTask] {
    var records = CareQuery(patients: patients, kinds: [.task], asKnownAt: asKnownAt)
    records.tasks = query.unpaged
    return try await fetch(query, from: records, \.tasks)
  }

  /// Returns the outcomes that match a query, with the versions of one adjacent.
  public func fetchOutcomes(
    query: OutcomeQuery = OutcomeQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [Outcome] {
    var records = CareQuery(patients: patients, kinds: [.outcome], asKnownAt: asKnownAt)
    records.outcomes = query.unpaged
    return try await fetch(query, from: records, \.outcomes)
  }

  /// Returns all versions of patients' holds, in order of the patients' ids and of recording.
  public func fetchHolds(
    of patients: PatientQuery = PatientQuery(), asKnownAt: Instant? = nil
  ) async throws -> [Hold] {
    var holds: [Hold] = []
    let query = CareQuery(patients: patients, kinds: [.hold], asKnownAt: asKnownAt)
    for try await record in try await records(matching: query) { holds += record.holds }
    return holds
  }

  /// Returns all versions of patients' named events, in order of the patients' ids and of recording.
  public func fetchNamedEvents(
    of patients: PatientQuery = PatientQuery(), asKnownAt: Instant? = nil
  ) async throws -> [NamedEvent] {
    var events: [NamedEvent] = []
    let query = CareQuery(patients: patients, kinds: [.namedEvent], asKnownAt: asKnownAt)
    for try await record in try await records(matching: query) { events += record.namedEvents }
    return events
  }

  /// Collects the versions of one kind from records, and sorts and limits them together.
  private func fetch<Record: QueriedRecord>(
    _ query: RecordQuery<Record>, from records: CareQuery,
    _ versions: (CareRecord) -> some Collection<Record>
  ) async throws -> [Record] {
    var histories: [EntityHistory<Record>] = []
    var count = 0
    for try await record in try await self.records(matching: records) {
      let found = versions(record)
      histories += EntityHistory.histories(of: found, in: record.patient.zone, from: count)
      count += found.count
    }
    return query.page(histories).flatMap(\.versions)
  }
}

extension CareStore {
  /// Returns the newest version of a patient; `nil` if there is none or it is deleted.
  public func fetchPatient(withID id: String) async throws -> Patient? {
    try await fetchPatients(query: PatientQuery(ids: [id])).living
  }

  /// Returns the newest version of a care plan; `nil` if there is none or it is deleted.
  public func fetchCarePlan(withID id: String, of patient: String) async throws -> CarePlan? {
    try await fetchCarePlans(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }

  /// Returns the newest version of a contact; `nil` if there is none or it is deleted.
  public func fetchContact(withID id: String, of patient: String) async throws -> Contact? {
    try await fetchContacts(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }

  /// Returns the newest version of a task; `nil` if there is none or it is deleted.
  public func fetchTask(withID id: String, of patient: String) async throws -> CareTask? {
    try await fetchTasks(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }

  /// Returns the newest version of an outcome; `nil` if there is none or it is deleted.
  public func fetchOutcome(withID id: String, of patient: String) async throws -> Outcome? {
    try await fetchOutcomes(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }
}

extension Array where Element: StoredRecord {
  /// The last version; `nil` if it is an end.
  fileprivate var living: Element? { last.flatMap { $0.isEnded ? nil : $0 } }
}

/// A store that can erase a patient permanently, as data protection law may require.
///
/// A deletion ends a record and keeps its past; an erasure leaves nothing, and reports that included the
/// patient cannot be reproduced.
///
///     let store: some ErasingStore = try MemoryStore([record])
///     try await store.erase(patient: "ann")
///     print(try await store.fetchPatients().count)  // 0
public protocol ErasingStore<Records>: CareStore {
  /// Erases all versions of all data of a patient; readers that already have a snapshot are unaffected.
  ///
  /// The id can be reused for another patient.
  func erase(patient: String) async throws
}

extension MemoryStore: ErasingStore {
  /// Erases all data of a patient.
  public func erase(patient: String) throws(StoreError) {
    guard contents.remove(patient) else { throw .noSuch(.patient(patient)) }
    log.noteErasure(of: patient)
    signal.raise()
  }
}

/// A query of a store: which patients, and which of their data.
///
/// Its parts correspond to CareKit's queries. A part without filters matches everything, and so does the
/// empty query:
///
///     var query = CareQuery(patients: PatientQuery(ids: ["ann"]))
///     query.tasks.groups = ["medication"]
///     query.outcomes.tasks = ["tablet"]
///     for await record in await store.records(matching: query) {
///       print(record.patient.id, record.tasks.count, record.outcomes.count)  // ann 0 2
///     }
///
/// The parts are independent: a record includes the outcomes of tasks that do not match. Leave the ranges of
/// tasks, outcomes and patients unset for records to be evaluated, since evaluation needs all versions.
public struct CareQuery: Hashable, Sendable {
  /// The patients.
  public var patients: PatientQuery
  /// The filter of care plans.
  public var carePlans = CarePlanQuery()
  /// The filter of contacts.
  public var contacts = ContactQuery()
  /// The filter of tasks.
  public var tasks = TaskQuery()
  /// The filter of outcomes.
  public var outcomes = OutcomeQuery()
  /// The kinds of data to include; the patient is always included.
  public var kinds: Set<CareKind>
  /// The knowledge cutoff: versions recorded later are omitted, whatever their effective time.
  public var asKnownAt: Instant?
  /// The share of the matching patients to return, applied last.
  public var partition: Partition?

  /// Creates a query of whole records, or of parts of them.
  public init(
    patients: PatientQuery = PatientQuery(), kinds: Set<CareKind> = Set(CareKind.allCases),
    asKnownAt: Instant? = nil
  ) {
    self.patients = patients
    self.kinds = kinds
    self.asKnownAt = asKnownAt
  }
}
