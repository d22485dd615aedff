import Dispatch

/// The executor of an actor that blocks its thread, with a queue of its own.
package final class BlockingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "regimen.store")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
