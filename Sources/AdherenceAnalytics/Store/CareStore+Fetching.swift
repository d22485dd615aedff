public import Scheduling

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
