import Foundation
import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// Connections that are lost during an operation.
@Suite(.enabled(if: TestServer.isAvailable))
struct LostConnectionTests {
  static let lost =
    "the connection to the server was lost (check that it is running, and try again; committed"
    + " data are intact)"

  /// Runs a body shortly later on another thread.
  private func soon(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      usleep(100_000)
      body()
    }
  }

  @Test func killedServer() throws {
    let server = try TestServer.own()
    defer { server.stop() }
    let reading = try server.connection()
    let rows = try reading.copyOut(["SELECT generate_series(1, 100000000)"])
    for _ in 0..<1000 { _ = try rows.next() }
    let writing = try server.connection()
    try slowTable(writing)
    soon { server.kill9() }
    let message = refusal { try writing.copyIn("COPY slow FROM STDIN (FORMAT BINARY)", thousand()) }
    #expect(message == "\(writing.address): cannot be written: " + LostConnectionTests.lost)
    #expect(writing.isLost)
    let readMessage = refusal { while try rows.next() != nil {} }
    #expect(readMessage == "\(reading.address): cannot be read: " + LostConnectionTests.lost)
    #expect(reading.isLost)
    #expect(try rows.next() == nil)
    // The connections are lost before the last process of the server has ended.
    server.kill9()
    let gone = try #require(refusal { _ = try Connection(writing.address) })
    #expect(gone.hasPrefix("\(writing.address): cannot be read: there is no server: "), "\(gone)")
    try server.restart()
    let after = try Connection(writing.address)
    #expect(try after.query("SELECT count(*) FROM slow").first?.int8(0) == 0)
  }

  /// Creates a table that takes a hundredth of a second per row.
  private func slowTable(_ connection: Connection) throws {
    try connection.execute(
      """
      CREATE TABLE slow (id integer);
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_sleep(0.01); RETURN new; END';
      CREATE TRIGGER wait BEFORE INSERT ON slow FOR EACH ROW EXECUTE FUNCTION wait()
      """)
  }

  private func thousand() -> CopyRows {
    var rows = CopyRows()
    for id in Int32(0)..<1000 {
      rows.begin(fields: 1)
      rows.put(int4: id)
    }
    return rows
  }

  @Test func endedByTheOperator() throws {
    let server = try TestServer.shared
    let connection = try server.connection()
    let number = try #require(try connection.query("SELECT pg_backend_pid()").first?.int4(0))
    let rows = try connection.copyOut(["SELECT pg_sleep(60)"])
    soon { try? server.execute("SELECT pg_terminate_backend(\(number))") }
    let message = refusal { while try rows.next() != nil {} }
    #expect(
      message
        == "\(connection.address): cannot be read: the server closed the connection: terminating"
        + " connection due to administrator command (try again when it is running; committed data"
        + " are intact)")
    #expect(connection.isLost)
  }

  /// A server that is stopped while it sends rows gives no reason.
  @Test func endedWhileRowsCome() throws {
    let server = try TestServer.shared
    let connection = try server.connection()
    let number = try #require(try connection.query("SELECT pg_backend_pid()").first?.int4(0))
    let rows = try connection.copyOut(["SELECT generate_series(1, 100000000)"])
    _ = try rows.next()
    try server.execute("SELECT pg_terminate_backend(\(number), 5000)")
    let message = try #require(refusal { while try rows.next() != nil {} })
    #expect(message.contains("the server closed the connection") || message.contains("was lost"))
    #expect(connection.isLost)
  }

  @Test func endedBetweenStatements() throws {
    let server = try TestServer.shared
    let connection = try server.connection()
    let number = try #require(try connection.query("SELECT pg_backend_pid()").first?.int4(0))
    try server.execute("SELECT pg_terminate_backend(\(number), 5000)")
    let message = try #require(refusal { try connection.execute("SELECT 1") })
    #expect(message.contains("the server closed the connection") || message.contains("was lost"))
    #expect(connection.isLost)
    #expect(refusal { _ = try connection.waitForNotification(1) } != nil)
  }

  @Test func stoppedByTheOperator() throws {
    let server = try TestServer.shared
    let connection = try server.connection()
    let number = try #require(try connection.query("SELECT pg_backend_pid()").first?.int4(0))
    soon { try? server.execute("SELECT pg_cancel_backend(\(number))") }
    let message = refusal { try connection.execute("SELECT pg_sleep(60)") }
    #expect(
      message
        == "\(connection.address): cannot be read: the server stopped the statement: canceling"
        + " statement due to user request (raise its statement_timeout, or ask who stopped it)")
    #expect(!connection.isLost)
  }
}
