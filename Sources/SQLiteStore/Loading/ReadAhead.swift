import AdherenceAnalytics
import Foundation
import Scheduling

/// Reads a source on a thread of its own, a little ahead of whoever takes the records.
final class ReadAhead<Source: CohortSource>: @unchecked Sendable {
  private let source: Source
  private let condition = NSCondition()
  private var entries: [CohortEntry] = []
  private var taken = 0
  /// The outcomes of the entries that wait.
  private var waiting = 0
  private var isDone = false
  private var isStopped = false
  private var failure: InputError?

  /// So many outcomes may wait; a record that has more waits alone.
  private let limit: Int
  /// So many patients may wait.
  private static var patientLimit: Int { 256 }

  init(_ source: Source, limit: Int = 100_000) {
    self.source = source
    self.limit = limit
    let thread = Thread { self.read() }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// The next record; `nil` behind the last.
  func next() throws(InputError) -> CohortEntry? {
    condition.lock()
    defer { condition.unlock() }
    while taken == entries.count, !isDone { condition.wait() }
    guard taken < entries.count else {
      if let failure { throw failure }
      return nil
    }
    let entry = entries[taken]
    taken += 1
    waiting -= entry.record.outcomes.count
    if taken == entries.count || taken > ReadAhead.patientLimit {
      entries.removeFirst(taken)
      taken = 0
    }
    condition.signal()
    return entry
  }

  /// Reads no more.
  func stop() {
    condition.lock()
    isStopped = true
    condition.broadcast()
    condition.unlock()
  }

  private func read() {
    var failure: InputError?
    do throws(InputError) {
      var reader = try source.makeReader()
      let count = source.patientIDs.count
      for start in stride(from: 0, to: count, by: 64) {
        try reader.read(start..<min(count, start + 64)) { (entry) throws(InputError) in
          try put(entry.examined())
        }
      }
    } catch {
      failure = error
    }
    condition.lock()
    isDone = true
    self.failure = failure
    condition.broadcast()
    condition.unlock()
  }

  private func put(_ entry: CohortEntry) throws(InputError) {
    condition.lock()
    defer { condition.unlock() }
    while !isStopped, isFull { condition.wait() }
    if isStopped { throw InputError(.unreadable(reason: "reading was stopped")) }
    entries.append(entry)
    waiting += entry.record.outcomes.count
    condition.signal()
  }

  private var isFull: Bool {
    let count = entries.count - taken
    return count > 0 && (waiting > limit || count >= ReadAhead.patientLimit)
  }
}
