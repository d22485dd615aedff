/// The changes of a store, as they come, without end.
///
/// Each element goes on where the one before ended. Whoever takes long finds what was written meanwhile in one
/// element, so that nothing piles up. It ends when its task is cancelled.
public struct ObservedChanges<Store: ObservableStore>: AsyncSequence, Sendable {
  /// What became of the store since the element before.
  public typealias Element = StoreChanges

  private let store: Store
  private let revision: StoreRevision

  init(of store: Store, since revision: StoreRevision) {
    self.store = store
    self.revision = revision
  }

  /// Hears of one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let store: Store
    fileprivate var revision: StoreRevision

    /// The next changes, for which it waits; `nil` when the task is cancelled.
    ///
    /// - Throws: ``StoreError`` where the store never was at the revision, and what the store says of its
    ///   database.
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

  /// Begins behind the revision.
  public func makeAsyncIterator() -> Iterator { Iterator(store: store, revision: revision) }
}
