public import Scheduling

// CareKit's calls for care plans. Writing throws `StoreError` where it contradicts the store, which then
// stays as it was, and what the store says of its database; reading throws the latter.
extension CareStore {
  /// Adds a care plan to a patient's record.
  public func addCarePlan(_ plan: CarePlan, of patient: String) async throws {
    try await addCarePlans([plan], of: patient)
  }

  /// Adds care plans to a patient's record, all or none.
  public func addCarePlans(_ plans: [CarePlan], of patient: String) async throws {
    try await apply(plans.map { .add(.carePlan($0, of: patient)) })
  }

  /// Appends a version of a care plan to those that the store has.
  public func updateCarePlan(_ plan: CarePlan, of patient: String) async throws {
    try await updateCarePlans([plan], of: patient)
  }

  /// Appends versions of care plans to those that the store has, all or none.
  public func updateCarePlans(_ plans: [CarePlan], of patient: String) async throws {
    try await apply(plans.map { .update(.carePlan($0, of: patient)) })
  }

  /// Ends a care plan from a moment on; without a moment it never was.
  public func deleteCarePlan(
    withID id: String, of patient: String, at moment: Moment?, recordedAt: Instant
  ) async throws {
    try await deleteCarePlans(withIDs: [id], of: patient, at: moment, recordedAt: recordedAt)
  }

  /// Ends care plans from a moment on, all or none; without a moment they never were.
  public func deleteCarePlans(
    withIDs ids: [String], of patient: String, at moment: Moment?, recordedAt: Instant
  ) async throws {
    let identities = ids.map { CareIdentity(.carePlan, $0, of: patient) }
    try await apply(identities.map { .delete($0, at: moment, recordedAt: recordedAt) })
  }

  /// The newest version of a care plan; `nil` where the patient has none or it is deleted.
  public func fetchCarePlan(withID id: String, of patient: String) async throws -> CarePlan? {
    var query = CarePlanQuery()
    query.ids = [id]
    let versions = try await fetchCarePlans(query: query, of: PatientQuery(ids: [patient]))
    return versions.last.flatMap { $0.isEnded ? nil : $0 }
  }

  /// The care plans that a query chooses, the versions of one next to each other.
  ///
  /// Order, offset and limit count over all patients together; without an order the care plans come
  /// patient by patient, in order of the patients' ids.
  public func fetchCarePlans(
    query: CarePlanQuery = CarePlanQuery(), of patients: PatientQuery = PatientQuery(),
    asKnownAt: Instant? = nil
  ) async throws -> [CarePlan] {
    var records = CareQuery(patients: patients, kinds: [.carePlan], asKnownAt: asKnownAt)
    records.carePlans = query.unpaged
    return try await fetch(query, from: records, \.carePlans)
  }
}
