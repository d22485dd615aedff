package import AdherenceAnalytics
package import Diagnostics
import Dispatch

/// The serial writer by which batches are applied, opened with the first of them.
package actor WritingQueue<Writer: LoadingStorage> {
  private let open: @Sendable () throws(InputError) -> Writer
  private var writer: Writer?
  private let executor = BlockingExecutor()

  package init(_ open: @escaping @Sendable () throws(InputError) -> Writer) { self.open = open }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Applies changes after all earlier ones, in one transaction, which is rolled back if the task
  /// is cancelled.
  package func apply(_ changes: [CareChange]) throws {
    let writer = try opened()
    try writer.batch {
      try writer.apply(changes)
      try Task.checkCancellation()
    }
  }

  /// Runs a body after all earlier ones.
  package func run(_ body: @Sendable (Writer) throws -> Void) throws { try body(opened()) }

  private func opened() throws -> Writer {
    try Task.checkCancellation()
    let writer = try self.writer ?? open()
    self.writer = writer
    return writer
  }
}

/// The executor of an actor that blocks its thread, with a queue of its own.
private final class BlockingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "regimen.store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
