import Foundation
import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// TLS, and intermediaries between client and server.
@Suite(.enabled(if: TestServer.isAvailable))
struct EncryptionTests {
  /// A networked server with a self-signed certificate, if openssl is available.
  private static let server = Result { try TestServer.own(isNetworked: true) }

  /// Whether the server has a certificate; prints a line if not.
  private static let hasCertificate: Bool = {
    guard let server = try? server.get() else { return false }
    let (certificate, key) = (server.folder + "/server.crt", server.folder + "/server.key")
    let errorMessage = Command.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      "-keyout", key, "-out", certificate,
    ])
    if errorMessage != nil {
      print("Tests of certificates are left out: openssl cannot make one")
      return false
    }
    server.programs.own(key)
    chmod(key, 0o600)
    return (try? switchOn(certificate, key)) != nil
  }()

  private static func switchOn(_ certificate: String, _ key: String) throws {
    let server = try server.get()
    let connection = try Connection(server.address())
    for (name, value) in [("ssl_cert_file", certificate), ("ssl_key_file", key), ("ssl", "on")] {
      try connection.execute("ALTER SYSTEM SET \(name) = '\(value)'")
    }
    try connection.execute("SELECT pg_reload_conf()")
    while try connection.query("SHOW ssl").first?.text(0) != "on" { usleep(10_000) }
  }

  private func address(_ options: String, host: String = "127.0.0.1") throws -> StoreAddress {
    let server = try EncryptionTests.server.get()
    return try StoreAddress("postgresql://postgres@\(host):\(server.port)/postgres?\(options)")
  }

  private func openingError(_ address: StoreAddress) throws -> String {
    let message = try #require(refusal { _ = try Connection(address) })
    #expect(!message.contains("\n"))
    return String(message.dropFirst("\(address): cannot be read: ".count))
  }

  @Test func serverWithoutTLS() throws {
    let fake = Listener()
    defer { fake.stop() }
    // The answer of a server without TLS.
    fake.serve { client in
      var request = [UInt8](repeating: 0, count: 8)
      _ = recv(client, &request, 8, 0)
      _ = send(client, "N", 1, Int32(MSG_NOSIGNAL))
    }
    let address = try StoreAddress(
      "postgresql://postgres@127.0.0.1:\(fake.port)/postgres?sslmode=require")
    #expect(
      try openingError(address)
        == "the server does not support TLS (enable it there, or connect without it: sslmode=disable)"
    )
  }

  @Test func certificates() throws {
    guard EncryptionTests.hasCertificate else { return }
    let server = try EncryptionTests.server.get()
    let root = "sslrootcert=\(server.folder)/server.crt"
    let connection = try Connection(address("sslmode=verify-full&\(root)", host: "localhost"))
    #expect(
      try connection.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").first?
        .boolean(0) == true)
    #expect(
      try openingError(address("sslmode=verify-full&sslrootcert=/nowhere", host: "localhost"))
        .hasPrefix("there is no trusted certificate: "))
    #expect(
      try openingError(address("sslmode=verify-full&\(root)"))
        .hasPrefix("the certificate is for another server: "))
    let other = server.folder + "/other.crt"
    _ = Command.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", "/dev/null", "-out", other,
    ])
    #expect(
      try openingError(address("sslmode=verify-full&sslrootcert=\(other)", host: "localhost"))
        .hasPrefix("the server's certificate is not trusted: "))
  }

  @Test func triesHostsAfterUnresponsiveHost() throws {
    let silent = Listener()
    defer { silent.stop() }
    let server = try EncryptionTests.server.get()
    let address = try StoreAddress(
      "postgresql://postgres@127.0.0.1:\(silent.port),127.0.0.1:\(server.port)/postgres"
        + "?connect_timeout=1")
    #expect(try Connection(address).query("SELECT 1").first?.int4(0) == 1)
  }

  @Test func cutWhileRowsCome() throws {
    let server = try EncryptionTests.server.get()
    let proxy = Listener()
    defer { proxy.stop() }
    proxy.forward(to: server.port, limit: 1_000_000)
    let connection = try Connection(
      StoreAddress("postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable"))
    let rows = try connection.copyOut(["SELECT generate_series(1, 1000000)"])
    var count = 0
    let message = refusal { while try rows.next() != nil { count += 1 } }
    #expect(message == "\(connection.address): cannot be read: " + LostConnectionTests.lost)
    #expect(count > 1000 && count < 1_000_000)
    #expect(connection.isLost)
    #expect(refusal { try connection.execute("SELECT 1") } == message)
  }
}
