import AdherenceAnalytics
import SQLiteStore
import Scheduling
import StoreChecks
import TestSampling
import Testing

@Suite struct SQLiteStoreTests {
  @Test(arguments: StoreLaw.allCases) func keeps(_ law: StoreLaw) async throws {
    var files: [TemporaryFile] = []
    try await law.check(worlds: isExhaustive ? 15 : 3) {
      files.append(TemporaryFile())
      return try SQLiteStore(files[files.count - 1].path)
    }
  }
}
