import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import StoreChecks
import Synchronization
import TestSampling
import TestServer
import TestSupport
import Testing

@testable import PostgreSQLStore

/// A network that cuts connections at any time.
@Suite(.enabled(if: TestServer.isAvailable), .exhaustive)
struct UnreliableNetworkTests {
  private static let server = Result { try TestServer.own(isNetworked: true) }

  /// Cuts all connections several times at random times.
  private final class Cutting: Sendable {
    private let hasEnded = Atomic(false)

    init(_ proxy: Listener, times: Int, seed: UInt64) {
      Thread.detachNewThread { [self] in
        var numbers = Drawing(seed: seed)
        for _ in 0..<times where !hasEnded.load(ordering: .relaxed) {
          usleep(.random(in: 1_000...50_000, using: &numbers))
          proxy.cut()
        }
      }
    }

    func end() { hasEnded.store(true, ordering: .relaxed) }
  }

  /// Confirmed writes are stored once; unconfirmed ones may be stored if the answer was lost, but
  /// not twice.
  @Test(arguments: [UInt64(1), 2])
  func nothingIsLostOrWrittenTwice(_ seed: UInt64) async throws {
    let server = try UnreliableNetworkTests.server.get()
    let direct = try PostgreSQLStore(server.address())
    try direct.load(contentsOf: ListedRecords([.plain("ann", outcomes: 0)]))
    let proxy = Listener()
    defer { proxy.stop() }
    proxy.forward(to: server.port)
    let address = try StoreAddress(
      "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable"
        + "&schema=\(direct.address.schema)")
    let stores = try (0..<2).map { _ in try PostgreSQLStore(address) }
    let cutting = Cutting(proxy, times: 1000, seed: seed)
    let written = await withTaskGroup(of: Set<Int>.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          await UnreliableNetworkTests.write(to: store, hours: index * 100..<index * 100 + 60)
        }
      }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    cutting.end()
    let outcomes = try #require(try await direct.allRecords().first).outcomes
    let hours = outcomes.compactMap { $0.time.map { Int($0.seconds / 3600) } }
    #expect(Set(hours).count == hours.count)
    #expect(Set(hours).isSuperset(of: written))
    #expect(try direct.verify() == [])
    #expect(proxy.count > 3)
  }

  /// Adds outcomes and returns those that the store confirmed.
  private static func write(to store: PostgreSQLStore, hours: Range<Int>) async -> Set<Int> {
    var written: Set<Int> = []
    for hour in hours {
      do {
        try await store.apply([.add(.outcome(.hourly(hour), of: "ann"))])
        written.insert(hour)
      } catch {
        if !(error is InputError) { Issue.record(error) }
      }
    }
    return written
  }

  /// An import that is interrupted repeatedly is complete in the end.
  @Test(arguments: [UInt64(3), 4])
  func importIsEventuallyCompleted(_ seed: UInt64) async throws {
    let server = try UnreliableNetworkTests.server.get()
    let direct = try PostgreSQLStore(server.address())
    let proxy = Listener()
    defer { proxy.stop() }
    proxy.forward(to: server.port)
    let address = try StoreAddress(
      "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable"
        + "&schema=\(direct.address.schema)")
    let store = try PostgreSQLStore(address)
    let records = CareRecord.plain(count: 80, outcomes: 8)
    let cutting = Cutting(proxy, times: 12, seed: seed)
    defer { cutting.end() }
    var attempts = 0
    for attempt in 1...100 {
      attempts = attempt
      let message = refusal { try store.load(contentsOf: ListedRecords(records), batch: 10) }
      let whole = try await direct.allRecords()
      #expect(whole == Array(records.prefix(whole.count)))
      guard let message else { break }
      #expect(message.hasPrefix("\(address): cannot be "))
    }
    #expect(try await direct.allRecords() == records)
    #expect(try direct.verify() == [])
    #expect(attempts < 100)
  }
}
