public import AdherenceAnalytics
import Scheduling
import Storage

extension PostgreSQLStore: ObservableStore {
  /// The newest revision of the store, written by this or another process.
  public var revision: StoreRevision {
    get async throws { try ChangeReader(pool.begin()).revision() }
  }

  /// Returns the changes and erasures after a revision, by this or another process.
  ///
  /// - Throws: `StoreError` if the store never had that revision, and `InputError` if it cannot be
  ///   read.
  /// - Complexity: O(*n* log *n*) for *n* batches and their patients after the revision.
  public func changes(since revision: StoreRevision) async throws -> StoreChanges {
    try ChangeReader(pool.begin()).changes(since: revision)
  }

  /// Waits until the store has a newer revision or the task is cancelled.
  ///
  /// The server notifies of writes by all clients. One connection listens while any tasks wait.
  public func waitForChange(after revision: StoreRevision) async throws {
    let seen = watch.signal.count
    if try await self.revision == revision { await watch.wait(after: seen, at: revision.number) }
  }
}
