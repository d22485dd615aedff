import AdherenceAnalytics
import PostgreSQLStore
import Scheduling
import StoreChecks
import TestServer
import TestSampling
import Testing

@Suite(.enabled(if: TestServer.isAvailable)) struct PostgreSQLStoreTests {
  @Test(arguments: StoreLaw.allCases) func keeps(_ law: StoreLaw) async throws {
    try await law.check(worlds: isExhaustive ? 10 : 3) {
      try PostgreSQLStore(try TestServer.shared.address())
    }
  }
}
