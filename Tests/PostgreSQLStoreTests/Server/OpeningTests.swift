import Foundation
import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// Servers that cannot be reached or reject the connection.
@Suite(.enabled(if: TestServer.isAvailable))
struct OpeningTests {
  private let folder: String
  private let place: String

  init() throws {
    let server = try TestServer.shared
    folder = server.folder
    place = "host=\(folder)&port=\(server.port)"
    _ = OpeningTests.lockedRole
  }

  /// A role with a password.
  static let lockedRole: Void? = try? TestServer.shared.execute(
    "CREATE ROLE locked LOGIN PASSWORD 's3cret'; CREATE ROLE refused LOGIN")

  private func openingError(_ address: String) throws -> String {
    let address = try StoreAddress(address)
    let message = try #require(refusal { _ = try Connection(address) })
    #expect(!message.contains("s3cret") && !message.contains("0p3n") && !message.contains("\n"))
    let prefix = "\(address): cannot be read: "
    #expect(message.hasPrefix(prefix))
    return String(message.dropFirst(prefix.count))
  }

  @Test func rightPassword() throws {
    _ = try Connection(StoreAddress("postgresql://locked:s3cret@/postgres?\(place)"))
    _ = try Connection(StoreAddress("postgresql://locked@/postgres?password=s3cret&\(place)"))
  }

  @Test func wrongPassword() throws {
    #expect(
      try openingError("postgresql://locked:0p3n@/postgres?\(place)")
        == "the password of the role 'locked' is wrong"
        + " (give it in the file that PGPASSFILE names)")
  }

  @Test(arguments: [("s3cret", nil), ("0p3n", "is wrong")])
  func passwordOfFile(_ password: String, _ errorMessage: String?) throws {
    let file = "\(folder)/\(TestServer.freshName("pass"))"
    try "*:*:*:locked:\(password)\n".write(toFile: file, atomically: true, encoding: .utf8)
    chmod(file, 0o600)
    let text = "postgresql://locked@/postgres?passfile=\(file)&\(place)"
    guard let errorMessage else {
      _ = try Connection(StoreAddress(text))
      return
    }
    #expect(try openingError(text).contains(errorMessage))
  }

  @Test func noPassword() throws {
    #expect(
      try openingError("postgresql://locked@/postgres?passfile=/nowhere&\(place)")
        == "the server requires a password for the role 'locked' (give it in the file that PGPASSFILE"
        + " names, which only you may read)")
  }

  @Test func noSuchDatabase() throws {
    #expect(
      try openingError("postgresql://postgres@/nowhere?\(place)")
        == "there is no database 'nowhere' (create it with createdb, or choose another)")
  }

  @Test func noSuchRole() throws {
    let message = try openingError("postgresql://nobody1@/postgres?\(place)")
    #expect(message.hasPrefix("the server rejects the role 'nobody1': connection to server"))
    #expect(message.contains("role \"nobody1\" does not exist (create the role"))
  }

  @Test func refusedRole() throws {
    #expect(
      try openingError("postgresql://refused@/postgres?\(place)").contains(
        "pg_hba.conf rejects connection")
    )
  }

  @Test func noServer() throws {
    let port = Listener().port
    let message = try openingError("postgresql://postgres@127.0.0.1:\(port)/postgres")
    #expect(message.hasPrefix("there is no server: connection to server at \"127.0.0.1\""))
    #expect(message.hasSuffix("(start it, or check host and port)"))
    #expect(
      try openingError("postgresql://postgres@/postgres?host=/nowhere").hasPrefix(
        "there is no server"))
    #expect(
      try openingError("postgresql://postgres@nowhere.invalid/postgres")
        .hasPrefix("the host name cannot be resolved"))
  }

  @Test func unresponsiveServer() throws {
    let listener = Listener()
    defer { listener.stop() }
    #expect(
      try openingError(
        "postgresql://postgres@127.0.0.1:\(listener.port)/postgres?connect_timeout=1")
        == "the server does not answer (check host and port, or wait longer by connect_timeout)")
  }

  @Test func cancelledWhileOpening() throws {
    let listener = Listener()
    defer { listener.stop() }
    let address = try StoreAddress("postgresql://postgres@127.0.0.1:\(listener.port)/postgres")
    let begin = ContinuousClock.now
    let message = refusal {
      _ = try Connection(address) { ContinuousClock.now - begin > .milliseconds(80) }
    }
    #expect(message == "\(address): cannot be read: it was cancelled")
    #expect(ContinuousClock.now - begin < .seconds(5))
  }

  @Test func serverTooOld() throws {
    let server = FakeServer(version: "9.6.24")
    defer { server.stop() }
    #expect(
      try openingError("postgresql://postgres@127.0.0.1:\(server.port)/postgres?sslmode=disable")
        == "the server is PostgreSQL 9.6, and a store needs 13 or newer (update it)")
    let next = FakeServer(version: "12.3")
    defer { next.stop() }
    #expect(
      try openingError("postgresql://postgres@127.0.0.1:\(next.port)/postgres?sslmode=disable")
        .hasPrefix("the server is PostgreSQL 12,"))
  }

  @Test func otherEncoding() throws {
    let name = try TestServer.shared.makeDatabase("ENCODING 'SQL_ASCII' TEMPLATE template0")
    #expect(
      try openingError("postgresql://postgres@/\(name)?\(place)")
        == "the database '\(name)' has the encoding SQL_ASCII (create one with the encoding UTF8)")
  }

  @Test func databaseThatIsNotForTheRole() throws {
    let (role, name) = try (TestServer.shared.makeRole(), TestServer.shared.makeDatabase())
    try TestServer.shared.execute("REVOKE CONNECT ON DATABASE \(name) FROM PUBLIC")
    let message = try openingError("postgresql://\(role)@/\(name)?\(place)")
    #expect(message.hasPrefix("the role '\(role)' lacks a privilege: connection to server"))
    #expect(message.contains("permission denied for database \"\(name)\""))
  }

  @Test func tooManyConnections() throws {
    let role = try TestServer.shared.makeRole("CONNECTION LIMIT 1")
    let address = try StoreAddress("postgresql://\(role)@/postgres?\(place)")
    let connection = try Connection(address)
    #expect(
      try openingError("postgresql://\(role)@/postgres?\(place)")
        == "the server has no free connection (close some, use fewer jobs, or raise"
        + " max_connections)")
    #expect(!connection.isLost)
  }
}
