import AdherenceAnalytics
import PostgreSQLStore
import Scheduling
import StoreChecks
import TestServer
import Testing

@Suite(.enabled(if: TestServer.isAvailable)) struct PostgreSQLStoreTests {
  @Test(arguments: StoreLaw.allCases) func keeps(_ law: StoreLaw) async throws {
    try await law.check(worlds: 3) { try PostgreSQLStore(try TestServer.shared.address()) }
  }
}
