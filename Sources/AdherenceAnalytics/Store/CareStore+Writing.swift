public import Scheduling

// CareKit's calls for writing, one for things of all kinds. They throw `StoreError` where they contradict
// the store, which then stays as it was, and what the store says of its database.
extension CareStore {
  /// Adds things to the store, all or none.
  ///
  ///     try await store.add(.patient(record.patient), .task(tablet, of: "ann"))
  public func add(_ entities: CareEntity...) async throws {
    try await apply(entities.map { .add($0) })
  }

  /// Appends versions to things that the store has, all or none.
  ///
  /// A hold or an outcome needs an id to be updated.
  public func update(_ entities: CareEntity...) async throws {
    try await apply(entities.map { .update($0) })
  }

  /// Ends things from a moment on, all or none; without a moment they never were.
  ///
  /// Outcomes and holds are taken back whole, whatever the moment.
  public func delete(
    _ identities: CareIdentity..., at moment: Moment? = nil, recordedAt: Instant
  ) async throws {
    try await apply(identities.map { .delete($0, at: moment, recordedAt: recordedAt) })
  }
}
