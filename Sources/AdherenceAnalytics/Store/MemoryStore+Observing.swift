extension MemoryStore: ObservableStore {
  /// How far the store has come since it was made.
  public var revision: StoreRevision { log.revision }

  /// Returns what was written and erased after a revision.
  ///
  /// - Throws: `StoreError` where the store never was at that revision.
  /// - Complexity: O(*n* log *n*) for *n* things that were written after it.
  public func changes(since revision: StoreRevision) throws(StoreError) -> StoreChanges {
    try log.changes(since: revision)
  }

  /// Waits until the store has come further than a revision, or the task is cancelled.
  public func waitForChange(after revision: StoreRevision) async {
    let seen = signal.count
    if log.revision == revision { await signal.wait(after: seen) }
  }

  /// Notes what a batch has written, and tells who observes.
  func tell(_ changes: [RecordChange]) {
    log.note(changes)
    signal.raise()
  }
}
