public import Scheduling

// CareKit's calls for reading, which throw what the store says of its database.
extension CareStore {
  /// The patients that a query chooses, in its order, the versions of one next to each other.
  public func fetchPatients(
    query: PatientQuery = PatientQuery(), asKnownAt: Instant? = nil
  ) async throws -> [Patient] {
    let records = CareQuery(patients: query, kinds: [], asKnownAt: asKnownAt)
    return try await fetch(query.unlimited, from: records, \.patients)
  }

  /// The care plans that a query chooses, the versions of one next to each other.
  ///
  /// Order, offset and limit count over all patients together; without an order they come patient by
  /// patient, in order of the patients' ids. That holds for contacts, tasks and outcomes as well.
  public func fetchCarePlans(
    query: CarePlanQuery = CarePlanQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [CarePlan] {
    var records = CareQuery(patients: patients, kinds: [.carePlan], asKnownAt: asKnownAt)
    records.carePlans = query.unpaged
    return try await fetch(query, from: records, \.carePlans)
  }

  /// The contacts that a query chooses, the versions of one next to each other.
  public func fetchContacts(
    query: ContactQuery = ContactQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [Contact] {
    var records = CareQuery(patients: patients, kinds: [.contact], asKnownAt: asKnownAt)
    records.contacts = query.unpaged
    return try await fetch(query, from: records, \.contacts)
  }

  /// The tasks that a query chooses, the versions of one next to each other.
  public func fetchTasks(
    query: TaskQuery = TaskQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [CareTask] {
    var records = CareQuery(patients: patients, kinds: [.task], asKnownAt: asKnownAt)
    records.tasks = query.unpaged
    return try await fetch(query, from: records, \.tasks)
  }

  /// The outcomes that a query chooses, the versions of one next to each other.
  public func fetchOutcomes(
    query: OutcomeQuery = OutcomeQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [Outcome] {
    var records = CareQuery(patients: patients, kinds: [.outcome], asKnownAt: asKnownAt)
    records.outcomes = query.unpaged
    return try await fetch(query, from: records, \.outcomes)
  }

  /// All versions of patients' holds, in order of the patients' ids and of recording.
  public func fetchHolds(
    of patients: PatientQuery = PatientQuery(), asKnownAt: Instant? = nil
  ) async throws -> [Hold] {
    var holds: [Hold] = []
    let query = CareQuery(patients: patients, kinds: [.hold], asKnownAt: asKnownAt)
    for try await record in try await records(matching: query) { holds += record.holds }
    return holds
  }

  /// Gathers the versions of one kind from records, and orders and limits them together.
  private func fetch<Record: QueriedRecord>(
    _ query: RecordQuery<Record>, from records: CareQuery,
    _ versions: (CareRecord) -> some Collection<Record>
  ) async throws -> [Record] {
    var things: [Thing<Record>] = []
    var count = 0
    for try await record in try await self.records(matching: records) {
      let found = versions(record)
      things += Thing.things(of: found, in: record.patient.zone, from: count)
      count += found.count
    }
    return query.page(things).flatMap(\.versions)
  }
}

extension CareStore {
  /// The newest version of a patient; `nil` where there is none or it is deleted.
  public func fetchPatient(withID id: String) async throws -> Patient? {
    try await fetchPatients(query: PatientQuery(ids: [id])).living
  }

  /// The newest version of a care plan; `nil` where the patient has none or it is deleted.
  public func fetchCarePlan(withID id: String, of patient: String) async throws -> CarePlan? {
    try await fetchCarePlans(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }

  /// The newest version of a contact; `nil` where the patient has none or it is deleted.
  public func fetchContact(withID id: String, of patient: String) async throws -> Contact? {
    try await fetchContacts(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }

  /// The newest version of a task; `nil` where the patient has none or it is deleted.
  public func fetchTask(withID id: String, of patient: String) async throws -> CareTask? {
    try await fetchTasks(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }

  /// The newest version of an outcome; `nil` where the patient has none or it is deleted.
  public func fetchOutcome(withID id: String, of patient: String) async throws -> Outcome? {
    try await fetchOutcomes(query: RecordQuery(ids: [id]), of: RecordQuery(ids: [patient])).living
  }
}

extension Array where Element: StoredRecord {
  /// The last version, unless it is an end.
  fileprivate var living: Element? { last.flatMap { $0.isEnded ? nil : $0 } }
}
