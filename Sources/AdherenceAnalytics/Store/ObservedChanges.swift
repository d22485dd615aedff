/// The endless sequence of changes of a store.
///
/// Each element starts where the previous one ended. All changes since then are in one element, so a slow
/// consumer does not build up a backlog. It ends when its task is cancelled.
public struct ObservedChanges<Store: ObservableStore>: AsyncSequence, Sendable {
  /// The changes of the store since the previous element.
  public typealias Element = StoreChanges

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
