/// A store that says what has changed in it, so that whoever shows some of it need not read all again.
///
///     let store: some ObservableStore = try MemoryStore([record])
///     let revision = try await store.revision
///     try await store.add(.outcome(Outcome(task: "tablet", time: noon), of: "ann"))
///     let changes = try await store.changes(since: revision)
///     print(changes.records[0].patient, changes.records[0].places[.outcome]!)  // ann 2..<3
///
/// Take the revision first and read then: what is written meanwhile is told, and nothing is missed.
public protocol ObservableStore<Records>: CareStore {
  /// How far the store has come.
  var revision: StoreRevision { get async throws }

  /// Returns what was written and erased after a revision.
  ///
  /// - Parameter revision: A revision of this store.
  /// - Returns: The changes, and the revision up to which they go.
  /// - Throws: ``StoreError/unknownRevision(_:newest:)`` where the store never was at that revision, and what
  ///   the store says of its database.
  func changes(since revision: StoreRevision) async throws -> StoreChanges

  /// Waits until the store has come further than a revision, or the task is cancelled.
  ///
  /// It may return earlier. Unless a store knows better, it looks ten times a second.
  func waitForChange(after revision: StoreRevision) async throws
}

extension ObservableStore {
  /// Looks ten times a second whether the store has come further.
  public func waitForChange(after revision: StoreRevision) async throws {
    while !Task.isCancelled, try await self.revision == revision {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// The changes after a revision, as they come.
  public func observe(since revision: StoreRevision) -> ObservedChanges<Self> {
    ObservedChanges(of: self, since: revision)
  }

  /// Returns which of some patients the store does not know, be it that they were erased.
  ///
  /// - Parameter patients: The ids of patients.
  /// - Returns: Those of them that no record has.
  /// - Throws: What the store says of its database.
  /// - Complexity: O(*n*) for *n* ids.
  public func strangers(among patients: Set<String>) async throws -> Set<String> {
    var unknown = patients
    let query = CareQuery(patients: PatientQuery(ids: patients), kinds: [])
    for try await record in try await records(matching: query) { unknown.remove(record.patient.id) }
    return unknown
  }
}
