extension MemoryStore: ObservableStore {
  /// The current revision.
  public var revision: StoreRevision { log.revision }

  /// Returns the changes and erasures after a revision.
  public func changes(since revision: StoreRevision) throws(StoreError) -> StoreChanges {
    try log.changes(since: revision)
  }

  /// Waits until the store is beyond a revision, or the task is cancelled.
  public func waitForChange(after revision: StoreRevision) async {
    let seen = signal.count
    if log.revision == revision { await signal.wait(after: seen) }
  }

  /// Logs a batch and notifies observers.
  func tell(_ changes: [RecordChange]) {
    log.note(changes)
    signal.raise()
  }
}
