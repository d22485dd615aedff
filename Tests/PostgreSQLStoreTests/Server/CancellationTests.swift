import Foundation
import Scheduling
import Synchronization
import TestServer
import Testing

@testable import PostgreSQLStore

/// Cancelled operations.
@Suite(.enabled(if: TestServer.isAvailable))
struct CancellationTests {
  /// A cancellation a tenth of a second after its start.
  private final class Stop: Sendable {
    private let begin = Mutex<ContinuousClock.Instant?>(nil)

    func start() { begin.withLock { $0 = .now } }

    var isDue: Bool { begin.withLock { $0.map { .now - $0 > .milliseconds(100) } ?? false } }
  }

  private let stop = Stop()
  private let connection: Connection

  init() throws {
    connection = try TestServer.shared.connection { [stop] in stop.isDue }
  }

  /// Runs the body until it is cancelled, and checks its error and that the connection stays
  /// usable.
  private func isCancelled(_ body: () throws -> Void) throws {
    stop.start()
    let begin = ContinuousClock.now
    #expect(refusal(body) == "\(connection.address): cannot be read: it was cancelled")
    #expect(ContinuousClock.now - begin < .seconds(10))
    #expect(!connection.isLost)
    try connection.execute("ROLLBACK")
    #expect(try connection.query("SELECT 1").first?.int4(0) == 1)
  }

  @Test func ofAStatement() throws {
    try isCancelled { try connection.execute("SELECT pg_sleep(60)") }
  }

  @Test func ofAQuery() throws {
    try isCancelled { _ = try connection.query("SELECT pg_sleep($1::int4)", [.int4(60)]) }
  }

  @Test func ofRowsThatCome() throws {
    try isCancelled {
      let rows = try connection.copyOut(["SELECT generate_series(1, 1000000000)"])
      while try rows.next() != nil {}
    }
  }

  @Test func ofRowsThatDoNotCome() throws {
    try isCancelled {
      let rows = try connection.copyOut(["SELECT 1", "SELECT pg_sleep(60)"])
      while try rows.next() != nil {}
      _ = try rows.next()
    }
  }

  @Test func ofALock() throws {
    try connection.execute("CREATE TABLE locked (id integer)")
    let other = try Connection(connection.address)
    try other.execute("BEGIN; LOCK TABLE locked")
    try isCancelled { try connection.execute("SELECT * FROM locked") }
  }

  @Test func ofRowsThatGoIn() throws {
    try connection.execute("CREATE TABLE rows (bytes bytea)")
    try isCancelled {
      while true {
        var rows = CopyRows()
        rows.begin(fields: 1)
        rows.put(bytes: [UInt8](repeating: 0, count: 3 << 20))
        try connection.copyIn("COPY rows FROM STDIN (FORMAT BINARY)", rows)
      }
    }
  }

  @Test func ofAServerThatDoesNotStop() throws {
    let server = FakeServer()
    defer { server.stop() }
    let connection = try Connection(
      StoreAddress("postgresql://n@127.0.0.1:\(server.port)/d?sslmode=disable"),
      isCancelled: { [stop] in stop.isDue })
    connection.cancellationTimeout = .milliseconds(100)
    let rows = try connection.copyOut(["SELECT 1"])
    stop.start()
    #expect(
      refusal { _ = try rows.next() } == "\(connection.address): cannot be read: it was cancelled")
    #expect(connection.isLost)
    #expect(refusal { try connection.execute("SELECT 1") } != nil)
  }

  @Test func unreadRows() throws {
    do {
      let rows = try connection.copyOut(["SELECT generate_series(1, 1000000000)"])
      _ = try rows.next()
    }
    #expect(try connection.query("SELECT 1").first?.int4(0) == 1)
    let few = try connection.copyOut(["SELECT 1", "SELECT 2"])
    try few.finish()
    #expect(try few.next() == nil)
    try connection.execute("BEGIN")
    let many = try connection.copyOut(["SELECT generate_series(1, 1000000000)"])
    try many.finish()
    #expect(refusal { try connection.execute("SELECT 1") }?.contains("is aborted") == true)
    try connection.execute("ROLLBACK; SELECT 1")
  }
}
