package import AdherenceAnalytics
package import Scheduling

/// Reads a source on a thread of its own, a little ahead of whoever takes the records.
package final class ReadAhead<Source: CohortSource>: Sendable {
  private let source: Source
  private let state = ConditionState(State())
  /// So many outcomes may wait; a record that has more waits alone.
  private let limit: Int
  /// Whether what is doubtful is looked for on that thread too.
  private let examines: Bool
  /// So many patients may wait.
  private static var patientLimit: Int { 256 }

  fileprivate struct State {
    /// The entries that are read, of which the first are taken.
    var entries: [CohortEntry] = []
    var taken = 0
    /// The outcomes of the entries that wait.
    var outcomes = 0
    var isStopped = false
    /// What reading has come to; `nil` while it goes on.
    var end: Result<Void, InputError>?

    var waiting: Int { entries.count - taken }
  }

  package init(_ source: Source, limit: Int = 100_000, examining: Bool = true) {
    self.source = source
    self.limit = limit
    examines = examining
    WorkerThread.start { self.read() }
  }

  /// The next record; `nil` behind the last.
  package func next() throws(InputError) -> CohortEntry? {
    let (entry, end) = state.wait(until: { $0.waiting > 0 || $0.end != nil }) { state in
      (state.take(forgetting: Self.patientLimit), state.end)
    }
    if entry == nil { try end?.get() }
    return entry
  }

  /// Reads no more.
  package func stop() { state.withLock { $0.isStopped = true } }

  private func read() {
    var end = Result<Void, InputError>.success(())
    do throws(InputError) {
      var reader = try source.makeReader()
      let count = source.patientIDs.count
      for start in stride(from: 0, to: count, by: 64) {
        try reader.read(start..<min(count, start + 64)) { (entry) throws(InputError) in
          try put(examines ? entry.examined() : entry)
        }
      }
    } catch {
      end = .failure(error)
    }
    state.withLock { $0.end = end }
  }

  private func put(_ entry: CohortEntry) throws(InputError) {
    let limit = limit
    let isTaken = state.wait(until: { state in
      state.isStopped || state.waiting == 0
        || state.outcomes <= limit && state.waiting < Self.patientLimit
    }) { state in
      if state.isStopped { return false }
      state.entries.append(entry)
      state.outcomes += entry.record.outcomes.count
      return true
    }
    if !isTaken { throw InputError(.unreadable(reason: "reading was stopped")) }
  }
}

extension ReadAhead.State {
  /// Takes the first entry that waits; those that are taken are forgotten once there are so many.
  fileprivate mutating func take(forgetting count: Int) -> CohortEntry? {
    guard waiting > 0 else { return nil }
    let entry = entries[taken]
    taken += 1
    outcomes -= entry.record.outcomes.count
    if waiting == 0 || taken > count {
      entries.removeFirst(taken)
      taken = 0
    }
    return entry
  }
}
