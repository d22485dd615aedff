import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// The serial connection on which batches are applied.
actor WritingConnection {
  private let connection: Connection
  private let writer: RecordWriter
  private let executor = BlockingExecutor()

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    writer = try RecordWriter(connection)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Applies a batch in one transaction, which is rolled back if the task is cancelled.
  func apply(_ changes: [CareChange]) throws {
    try Task.checkCancellation()
    do {
      try connection.write {
        try writer.beginBatch()
        try writer.apply(changes)
        try Task.checkCancellation()
      }
    } catch {
      writer.invalidateCaches()
      throw (error as? InputError)?.at(source: connection.path) ?? error
    }
  }
}
