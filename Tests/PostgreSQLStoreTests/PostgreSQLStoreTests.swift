import AdherenceAnalytics
import PostgreSQLStore
import Scheduling
import StoreChecks
import TestSampling
import TestServer
import Testing

@Suite(.enabled(if: TestServer.isAvailable)) struct PostgreSQLStoreTests {
  @Test(arguments: StoreLaw.allCases.sampled(7)) func keeps(_ law: StoreLaw) async throws {
    try await law.check(worlds: isExhaustive ? 10 : 1) {
      try PostgreSQLStore(try TestServer.shared.address())
    }
  }
}
