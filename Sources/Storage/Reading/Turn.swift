package import Scheduling
import Synchronization

/// A lock that serializes the readers of one connection.
package final class Turn: Sendable {
  private let lock = Mutex(())

  package init() {}

  package func take<Result: Sendable>(_ body: () throws(InputError) -> Result) throws(InputError)
    -> Result
  {
    try lock.withLock { _ throws(InputError) in try body() }
  }
}
