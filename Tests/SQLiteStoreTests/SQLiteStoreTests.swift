import AdherenceAnalytics
import SQLiteStore
import Scheduling
import StoreChecks
import Testing

@Suite struct SQLiteStoreTests {
  @Test(arguments: StoreLaw.allCases) func keeps(_ law: StoreLaw) async throws {
    var files: [TemporaryFile] = []
    try await law.check {
      files.append(TemporaryFile())
      return try SQLiteStore(files[files.count - 1].path)
    }
  }
}
