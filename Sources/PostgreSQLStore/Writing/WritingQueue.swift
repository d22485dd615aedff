import Dispatch
import Scheduling

/// A serial queue with the connection on which batches are applied, on a thread that may block.
///
/// Safe: the queue alone touches what writes, one body after the other.
final class WritingQueue: @unchecked Sendable {
  private let pool: ConnectionPool
  private let queue = DispatchQueue(label: "regimen.store")
  /// The writer, used on the queue only.
  private var writer: RecordWriter?

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Runs a body after all earlier ones.
  func run(_ body: @escaping @Sendable (RecordWriter) throws -> Void) async throws {
    try Task.checkCancellation()
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      queue.async { [self] in
        end.resume(with: Result { try body(makeWriter()) })
      }
    }
  }

  private func makeWriter() throws(InputError) -> RecordWriter {
    if let writer { return writer }
    let writer = try RecordWriter(pool)
    self.writer = writer
    return writer
  }
}
