/// A store that reports its changes, so that clients need not read everything again.
///
///     let store: some ObservableStore = try MemoryStore([record])
///     let revision = try await store.revision
///     try await store.add(.outcome(Outcome(task: "tablet", time: noon), of: "ann"))
///     let changes = try await store.changes(since: revision)
///     print(changes.records[0].patient, changes.records[0].positions[.outcome]!)  // ann 2..<3
///
/// Read the revision first and the data afterwards: later changes are then reported, and none is missed.
public protocol ObservableStore<Records>: CareStore {
  /// The current revision.
  var revision: StoreRevision { get async throws }

  /// Returns the changes and erasures after a revision.
  func changes(since revision: StoreRevision) async throws -> StoreChanges

  /// Waits until the store is beyond a revision, or the task is cancelled.
  ///
  /// It may return early. The default implementation polls ten times a second.
  func waitForChange(after revision: StoreRevision) async throws
}

extension ObservableStore {
  /// Polls ten times a second until the store is beyond a revision.
  public func waitForChange(after revision: StoreRevision) async throws {
    while !Task.isCancelled, try await self.revision == revision {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Returns the sequence of changes after a revision.
  public func observe(since revision: StoreRevision) -> ObservedChanges<Self> {
    ObservedChanges(of: self, since: revision)
  }

  /// Returns those among some patients that the store does not have, for example because they were erased.
  public func unknownPatients(among patients: Set<String>) async throws -> Set<String> {
    var unknown = patients
    let query = CareQuery(patients: PatientQuery(ids: patients), kinds: [])
    for try await record in try await records(matching: query) { unknown.remove(record.patient.id) }
    return unknown
  }
}

/// The endless sequence of changes of a store.
///
/// Each element starts where the previous one ended. All changes since then are in one element, so a slow
/// consumer does not build up a backlog. It ends when its task is cancelled.
public struct ObservedChanges<Store: ObservableStore>: AsyncSequence, Sendable {
  private let store: Store
  private let revision: StoreRevision

  init(of store: Store, since revision: StoreRevision) {
    self.store = store
    self.revision = revision
  }

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let store: Store
    fileprivate var revision: StoreRevision

    /// Waits for the next changes; `nil` when the task is cancelled.
    public mutating func next() async throws -> StoreChanges? {
      while !Task.isCancelled {
        let changes = try await store.changes(since: revision)
        revision = changes.revision
        if !changes.isEmpty { return changes }
        try await store.waitForChange(after: revision)
      }
      return nil
    }
  }

  /// Returns an iterator that starts after the revision.
  public func makeAsyncIterator() -> Iterator { Iterator(store: store, revision: revision) }
}
