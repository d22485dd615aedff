import Foundation
import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// The environment of libpq, tested in a separate process.
@Suite(.enabled(if: TestServer.isAvailable))
struct EnvironmentTests {
  /// Writes a file that only its owner may read.
  private static func write(_ text: String) throws -> String {
    let path = try "\(TestServer.shared.folder)/\(TestServer.freshName("file"))"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o600)
    return path
  }

  @Test func serviceAndPasswordFile() async throws {
    let server = try TestServer.shared
    _ = OpeningTests.lockedRole
    let service = try EnvironmentTests.write(
      "[care]\nhost=\(server.folder)\nport=\(server.port)\nuser=locked\ndbname=postgres\n"
        + "connect_timeout=77\napplication_name=nurse\n")
    let right = try EnvironmentTests.write("*:*:*:locked:s3cret\n")
    let wrong = try EnvironmentTests.write("*:*:*:locked:0p3n\n")
    await #expect(processExitsWith: .success) {
      [service = service as String, right = right as String, wrong = wrong as String] in
      setenv("PGSERVICEFILE", service, 1)
      setenv("PGPASSFILE", right, 1)
      let address = try StoreAddress("postgresql://?service=care&schema=x")
      let connection = try Connection(address)
      let name = try connection.query("SHOW application_name").first?.text(0)
      try #require(name == "nurse")
      setenv("PGPASSFILE", wrong, 1)
      let message = refusal { _ = try Connection(address) } ?? ""
      try #require(message.contains("the password of the role 'locked' is wrong"), "\(message)")
      try #require(!message.contains("0p3n") && !message.contains("s3cret"))
      try #require(
        message.hasPrefix("postgresql://?service=care&schema=x: cannot be read: "), "\(message)")
      let other = try StoreAddress("postgresql://?service=nowhere")
      let unknown = refusal { _ = try Connection(other) } ?? ""
      try #require(unknown.contains("definition of service \"nowhere\" not found"), "\(unknown)")
    }
  }
}
