package import Scheduling
import Synchronization

/// Lets readers of one connection read one after the other.
package final class Turn: Sendable {
  private let lock = Mutex(())

  package init() {}

  package func take<Result: Sendable>(_ body: () throws(InputError) -> Result) throws(InputError)
    -> Result
  {
    try lock.withLock { _ throws(InputError) in try body() }
  }
}
