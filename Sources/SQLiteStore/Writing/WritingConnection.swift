import AdherenceAnalytics
import GRDB
import Scheduling

/// The connection on which batches are applied, one after the other.
final class WritingConnection: @unchecked Sendable {
  private let connection: Connection
  private let writer: RecordWriter

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    writer = try RecordWriter(connection)
  }

  /// Applies a batch as one transaction.
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
      var drafts: [String: PatientDraft] = [:]
      var order: [String] = []
      let shares = Dictionary(grouping: changes, by: \.patient)
      for change in changes {
        let patient = change.patient
        if drafts[patient] == nil {
          let share = shares[patient] ?? []
          drafts[patient] = try PatientDraft(of: patient, for: share, connection, writer)
          order.append(patient)
        }
        try drafts[patient]?.apply(change)
      }
      for patient in order { try drafts[patient]?.write(writer) }
    } catch {
      connection.forget()
      writer.forget()
      throw error
    }
  }
}
