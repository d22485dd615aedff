public import Scheduling

// CareKit's calls for patients. Writing throws `StoreError` where it contradicts the store, which then
// stays as it was, and what the store says of its database; reading throws the latter.
extension CareStore {
  /// Adds a patient.
  public func addPatient(_ patient: Patient) async throws { try await addPatients([patient]) }

  /// Adds patients, all or none.
  public func addPatients(_ patients: [Patient]) async throws {
    try await apply(patients.map { .add(.patient($0)) })
  }

  /// Appends a version of a patient to those that the store has.
  public func updatePatient(_ patient: Patient) async throws {
    try await updatePatients([patient])
  }

  /// Appends versions of patients to those that the store has, all or none.
  public func updatePatients(_ patients: [Patient]) async throws {
    try await apply(patients.map { .update(.patient($0)) })
  }

  /// Ends a patient's part in the cohort from a moment on; without a moment it never was.
  public func deletePatient(
    withID id: String, at moment: Moment?, recordedAt: Instant
  ) async throws {
    try await deletePatients(withIDs: [id], at: moment, recordedAt: recordedAt)
  }

  /// Ends patients' part in the cohort from a moment on, all or none.
  public func deletePatients(
    withIDs ids: [String], at moment: Moment?, recordedAt: Instant
  ) async throws {
    try await apply(ids.map { .delete(.patient($0), at: moment, recordedAt: recordedAt) })
  }

  /// The newest version of a patient; `nil` where there is none or it is deleted.
  public func fetchPatient(withID id: String) async throws -> Patient? {
    let versions = try await fetchPatients(query: PatientQuery(ids: [id]))
    return versions.last.flatMap { $0.isEnded ? nil : $0 }
  }

  /// The patients that a query chooses, in its order, the versions of one next to each other.
  public func fetchPatients(
    query: PatientQuery = PatientQuery(), asKnownAt: Instant? = nil
  ) async throws -> [Patient] {
    let records = CareQuery(patients: query, kinds: [], asKnownAt: asKnownAt)
    return try await fetch(query.unlimited, from: records, \.patients)
  }
}

extension CareStore {
  /// Gathers the versions of one kind from records, and orders and limits them together.
  func fetch<Part: RecordQuery, Versions: Collection<Part.Record>>(
    _ query: Part, from records: CareQuery, _ versions: (CareRecord) -> Versions
  ) async throws -> [Part.Record] {
    var things: [Thing<Part.Record>] = []
    var count = 0
    for try await record in try await self.records(matching: records) {
      let found = versions(record)
      things += Thing.things(of: found, in: record.patient.zone, from: count)
      count += found.count
    }
    return query.page(things).flatMap(\.versions)
  }
}
