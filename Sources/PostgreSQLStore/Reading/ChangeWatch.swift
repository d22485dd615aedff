import AdherenceAnalytics
import Foundation
import Scheduling
import Synchronization

/// Wakes who waits for a store to change, whoever changes it.
final class ChangeWatch: Sendable {
  /// Raised for what is written through the store.
  let signal = ChangeSignal()
  private let pool: ConnectionPool
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var isListening = false
  }

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Waits until something was written, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - count: How often the signal had been raised before the store was looked at.
  ///   - revision: The revision that it had then.
  func wait(after count: Int, at revision: Int) async {
    let isFirst = state.withLock { state in
      state.waiting += 1
      defer { state.isListening = true }
      return !state.isListening
    }
    if isFirst { WorkerThread.start { self.listen(from: Int64(revision)) } }
    await signal.wait(after: count)
    state.withLock { $0.waiting -= 1 }
  }

  /// Listens until nobody waits any more.
  private func listen(from revision: Int64) {
    while isNeeded() {
      do throws(InputError) {
        try listen(pool.connect(), from: revision)
      } catch {
        // Whoever waits is told by the store itself that it cannot be read.
        signal.raise()
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  private func listen(_ connection: Connection, from revision: Int64) throws(InputError) {
    try connection.execute("LISTEN \(Connection.channel)")
    // What was written before anybody listened is told by nobody.
    let found = try connection.query("SELECT revision FROM store WHERE one").first?.int8(0)
    if found != revision { signal.raise() }
    while isNeeded() {
      if try connection.waitForNotification(100) { signal.raise() }
    }
  }

  private func isNeeded() -> Bool {
    state.withLock { state in
      if state.waiting == 0 { state.isListening = false }
      return state.isListening
    }
  }
}
