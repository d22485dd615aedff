import Foundation
import Scheduling

/// The files and folders of this process that have not got their names yet: what has to go where the
/// process ends at once.
package final class UnfinishedOutputs: @unchecked Sendable {
  /// Those of the process.
  package static let all = UnfinishedOutputs()

  private let lock = NSLock()
  private var abandonings: [ObjectIdentifier: @Sendable () -> Void] = [:]
  private var isOver = false

  private init() {}

  /// Removes all of them, and lets none get its name any more.
  ///
  /// One that is getting its name at this moment is waited for, and stays.
  package func abandon() {
    lock.lock()
    isOver = true
    let abandonings = abandonings.values
    lock.unlock()
    for abandoning in abandonings { abandoning() }
  }

  func add(_ output: AnyObject, abandoning: @escaping @Sendable () -> Void) {
    lock.withLock { abandonings[ObjectIdentifier(output)] = abandoning }
  }

  func remove(_ output: AnyObject) {
    lock.withLock { _ = abandonings.removeValue(forKey: ObjectIdentifier(output)) }
  }

  /// Gives an output its name, unless all are to go; whoever removes them waits meanwhile.
  ///
  /// - Throws: `InputError` where the process ends, and what `body` throws.
  func place(_ output: AnyObject, _ body: () throws(InputError) -> Void) throws(InputError) {
    lock.lock()
    defer { lock.unlock() }
    if isOver { throw InputError(.unwritable(reason: "the program has been told to end")) }
    try body()
    abandonings[ObjectIdentifier(output)] = nil
  }
}
