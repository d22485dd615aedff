public import Scheduling

// The same calls for holds, which CareKit does not have.
extension CareStore {
  /// Adds a hold to a patient's record.
  public func addHold(_ hold: Hold, of patient: String) async throws {
    try await apply([.add(.hold(hold, of: patient))])
  }

  /// Appends a version of a hold, which has an id, to those that the store has.
  public func updateHold(_ hold: Hold, of patient: String) async throws {
    try await apply([.update(.hold(hold, of: patient))])
  }

  /// Takes a hold back.
  public func deleteHold(
    withID id: String, of patient: String, recordedAt: Instant
  ) async throws {
    try await apply([.delete(CareIdentity(.hold, id, of: patient), recordedAt: recordedAt)])
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
}
