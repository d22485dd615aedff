public import Scheduling

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
