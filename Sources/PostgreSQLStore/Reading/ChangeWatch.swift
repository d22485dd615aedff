import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import Synchronization

/// A monitor that wakes tasks waiting for a change of the store by this or another process.
final class ChangeWatch: Sendable {
  /// The signal raised by writes through this store.
  let signal = ChangeSignal()
  private let pool: ConnectionPool
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var isListening = false
  }

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Waits until the store changes or the task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The count of the signal before the store was read.
  ///   - revision: The revision that was read.
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

  /// Listens for notifications while any task waits.
  private func listen(from revision: Int64) {
    while isNeeded() {
      do throws(InputError) {
        try listen(pool.connect(), from: revision)
      } catch {
        // An unreadable store wakes the waiting tasks, which then get its error.
        signal.raise()
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  private func listen(_ connection: Connection, from revision: Int64) throws(InputError) {
    try connection.execute("LISTEN \(Connection.channel)")
    // Writes before `LISTEN` took effect are not notified.
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
