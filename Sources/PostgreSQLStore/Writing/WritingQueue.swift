import Diagnostics
import Storage

/// The serial connection on which batches are applied.
actor WritingQueue {
  private let pool: ConnectionPool
  private var writer: RecordWriter?
  private let executor = BlockingExecutor()

  init(_ pool: ConnectionPool) { self.pool = pool }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs a body after all earlier ones.
  func run(_ body: @Sendable (RecordWriter) throws -> Void) throws {
    try Task.checkCancellation()
    try body(makeWriter())
  }

  private func makeWriter() throws(InputError) -> RecordWriter {
    if let writer { return writer }
    let writer = try RecordWriter(pool)
    self.writer = writer
    return writer
  }
}
