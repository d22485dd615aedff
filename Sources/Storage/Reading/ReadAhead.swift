package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// A bounded queue of records that a background thread reads from a source.
package final class ReadAhead<Source: CohortSource>: Sendable {
  private let source: Source
  private let state = ConditionState(State())
  /// The number of outcomes that may wait; a larger record waits alone.
  private let limit: Int
  /// Whether the background thread also checks the records for warnings.
  private let examines: Bool
  /// The number of patients that may wait.
  private static var patientLimit: Int { 256 }

  fileprivate struct State {
    /// The entries read so far, of which the first `taken` are consumed.
    var entries: [CohortEntry] = []
    var taken = 0
    /// The number of outcomes of the waiting entries.
    var outcomes = 0
    var isStopped = false
    /// The result of reading; `nil` while it continues.
    var end: Result<Void, InputError>?

    var waiting: Int { entries.count - taken }
  }

  package init(_ source: Source, limit: Int = 100_000, examining: Bool = true) {
    self.source = source
    self.limit = limit
    examines = examining
    WorkerThread.start { self.read() }
  }

  /// Returns the next record; `nil` after the last one.
  package func next() throws(InputError) -> CohortEntry? {
    let (entry, end) = state.wait(until: { $0.waiting > 0 || $0.end != nil }) { state in
      (state.take(forgetting: Self.patientLimit), state.end)
    }
    if entry == nil { try end?.get() }
    return entry
  }

  /// Stops reading.
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
  /// Removes the first waiting entry; consumed entries are released once there are `count` of them.
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
