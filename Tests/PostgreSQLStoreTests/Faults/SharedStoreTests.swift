import AdherenceAnalytics
import Foundation
import Scheduling
import StoreChecks
import TestServer
import TestSampling
import TestSupport
import Testing

@testable import PostgreSQLStore

/// A store with concurrent users.
@Suite(.enabled(if: TestServer.isAvailable), .exhaustive)
struct SharedStoreTests {
  private func stores(_ count: Int) throws -> [PostgreSQLStore] {
    let address = try TestServer.shared.address()
    return try (0..<count).map { _ in try PostgreSQLStore(address) }
  }

  @Test func editsOfOnePatientAreAllKept() async throws {
    let stores = try stores(3)
    try stores[0].load(contentsOf: ListedRecords([.plain("ann", outcomes: 0)]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for number in 0..<15 {
            try await store.apply([.add(.outcome(.hourly(number * 3 + index), of: "ann"))])
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try #require(try await stores[1].allRecords().first)
    #expect(record.outcomes.compactMap(\.time?.seconds).sorted() == (0..<45).map { $0 * 3600 })
    #expect(try stores[2].verify() == [])
    #expect(try await stores[0].revision == stores[2].revision)
  }

  @Test func oneOfTwoConflictingEditsFails() async throws {
    let stores = try stores(3)
    try await stores[0].apply([.add(.patient(Patient(id: "ann", zone: .utc)))])
    var (kept, told) = (0, 0)
    for number in 0..<5 {
      let results = await withTaskGroup(of: Result<Void, any Error>.self) { group in
        for store in stores {
          group.addTask {
            do {
              try await store.apply([.add(.carePlan(CarePlan(id: "\(number)"), of: "ann"))])
              return .success(())
            } catch { return .failure(error) }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for result in results {
        switch result {
        case .success: kept += 1
        case .failure(let error):
          guard case .duplicate? = error as? StoreError else { throw error }
          told += 1
        }
      }
    }
    #expect(kept == 5 && told == 10)
    #expect(try await stores[0].allRecords().first?.carePlans.count == 5)
  }

  @Test func mayBeCreatedByTwoAtOnce() async throws {
    let address = try TestServer.shared.address()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let store = try PostgreSQLStore(address)
          try await store.apply([.add(.patient(Patient(id: "\(number)", zone: .utc)))])
        }
      }
      try await group.waitForAll()
    }
    #expect(try PostgreSQLStore(address).snapshot().patientIDs == ["0", "1", "2", "3"])
  }

  @Test func snapshotDoesNotChange() async throws {
    let stores = try stores(2)
    let records = CareRecord.plain(count: 9, outcomes: 5)
    try stores[0].load(contentsOf: ListedRecords(records))
    let snapshot = try stores[0].snapshot()
    var reader = try snapshot.makeReader()
    var read: [CareRecord] = []
    try reader.read(0..<3) { read.append($0.record) }
    let grown = CareRecord.plain(count: 9, outcomes: 20) + [.plain("P9", outcomes: 2)]
    try stores[1].load(contentsOf: ListedRecords(grown), batch: 20)
    try await stores[1].erase(patient: "P1004")
    try reader.read(3..<9) { read.append($0.record) }
    #expect(read == records)
    #expect(try snapshot.records == records)
    #expect(try stores[0].snapshot().records == grown.filter { $0.patient.id != "P1004" })
  }

  @Test func concurrentImportsEqualOne() async throws {
    let stores = try stores(2)
    let records = CareRecord.plain(count: 20, outcomes: 5)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask { try store.load(contentsOf: ListedRecords(records), batch: 25) }
      }
      try await group.waitForAll()
    }
    #expect(try stores[0].snapshot().records == records)
    #expect(try stores[0].verify() == [])
  }
}
