public import Scheduling

// CareKit's calls for outcomes. Writing throws `StoreError` where it contradicts the store, which then
// stays as it was, and what the store says of its database; reading throws the latter.
extension CareStore {
  /// Adds an outcome to a patient's record.
  public func addOutcome(_ outcome: Outcome, of patient: String) async throws {
    try await addOutcomes([outcome], of: patient)
  }

  /// Adds outcomes to a patient's record, all or none.
  public func addOutcomes(_ outcomes: [Outcome], of patient: String) async throws {
    try await apply(outcomes.map { .add(.outcome($0, of: patient)) })
  }

  /// Appends a version of an outcome to those that the store has.
  public func updateOutcome(_ outcome: Outcome, of patient: String) async throws {
    try await updateOutcomes([outcome], of: patient)
  }

  /// Appends versions of outcomes to those that the store has, all or none.
  public func updateOutcomes(_ outcomes: [Outcome], of patient: String) async throws {
    try await apply(outcomes.map { .update(.outcome($0, of: patient)) })
  }

  /// Takes an outcome back.
  public func deleteOutcome(
    withID id: String, of patient: String, recordedAt: Instant
  ) async throws {
    try await deleteOutcomes(withIDs: [id], of: patient, recordedAt: recordedAt)
  }

  /// Takes outcomes back, all or none.
  public func deleteOutcomes(
    withIDs ids: [String], of patient: String, recordedAt: Instant
  ) async throws {
    let identities = ids.map { CareIdentity(.outcome, $0, of: patient) }
    try await apply(identities.map { .delete($0, recordedAt: recordedAt) })
  }

  /// The newest version of an outcome; `nil` where the patient has none or it is deleted.
  public func fetchOutcome(withID id: String, of patient: String) async throws -> Outcome? {
    var query = OutcomeQuery()
    query.ids = [id]
    let versions = try await fetchOutcomes(query: query, of: PatientQuery(ids: [patient]))
    return versions.last.flatMap { $0.isEnded ? nil : $0 }
  }

  /// The outcomes that a query chooses, the versions of one next to each other.
  ///
  /// Order, offset and limit count over all patients together; without an order the outcomes come
  /// patient by patient, in order of the patients' ids.
  public func fetchOutcomes(
    query: OutcomeQuery = OutcomeQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [Outcome] {
    var records = CareQuery(patients: patients, kinds: [.outcome], asKnownAt: asKnownAt)
    records.outcomes = query.unpaged
    return try await fetch(query, from: records, \.outcomes)
  }
}
