public import AdherenceAnalytics
import Scheduling
import Storage

extension PostgreSQLStore: ObservableStore {
  /// How far the store has come, by this program or another.
  public var revision: StoreRevision {
    get async throws { try ChangeReader(pool.begin()).revision() }
  }

  /// Returns what was written and erased after a revision, by this program or another.
  ///
  /// - Throws: `StoreError` where the store never was at that revision, and `InputError` where it cannot be
  ///   read.
  /// - Complexity: O(*n* log *n*) for *n* batches and their patients after the revision.
  public func changes(since revision: StoreRevision) async throws -> StoreChanges {
    try ChangeReader(pool.begin()).changes(since: revision)
  }

  /// Waits until the store has come further than a revision, or the task is cancelled.
  ///
  /// The server tells of what anybody writes. It is listened to while somebody waits, once for all who do.
  public func waitForChange(after revision: StoreRevision) async throws {
    let seen = watch.signal.count
    if try await self.revision == revision { await watch.wait(after: seen, at: revision.number) }
  }
}
