import AdherenceAnalytics
import GRDB
import Scheduling
import Storage

/// The serial connection on which batches are applied.
///
/// Safe: the connection's queue runs what writes one by one, and nothing else touches it.
final class WritingConnection: @unchecked Sendable {
  private let connection: Connection
  private let writer: RecordWriter

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    writer = try RecordWriter(connection)
  }

  /// Applies a batch in one transaction.
  func apply(_ changes: [CareChange]) async throws {
    do {
      try await connection.queue.writeWithoutTransaction { [self] database in
        try database.inTransaction(.immediate) {
          try write(changes)
          return .commit
        }
      }
    } catch let error as StoreError {
      throw error
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw InputError(error, path: connection.path)
    }
  }

  private func write(_ changes: [CareChange]) throws {
    do {
      try writer.beginBatch()
      try writer.apply(changes)
    } catch {
      connection.invalidateCaches()
      writer.invalidateCaches()
      throw error
    }
  }
}
