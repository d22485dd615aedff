package import Diagnostics
import Synchronization

/// A lock that serializes the readers of one connection.
package final class ConnectionLock: Sendable {
  private let mutex = Mutex(())

  package init() {}

  package func withLock<Result: Sendable>(_ body: () throws(InputError) -> Result)
    throws(InputError)
    -> Result
  {
    try mutex.withLock { _ throws(InputError) in try body() }
  }
}
