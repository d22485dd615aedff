import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// Rows from the server, valid or malformed.
@Suite(.enabled(if: TestServer.isAvailable))
struct CopyOutTests {
  @Test func queriesOneAfterTheOther() throws {
    let connection = try TestServer.shared.connection()
    let rows = try connection.copyOut(["SELECT 1", "SELECT 2 WHERE false", "VALUES (3), (4)"])
    #expect(try rows.next()?.int4(0) == 1)
    #expect(try rows.next() == nil)
    #expect(try rows.next() == nil)
    #expect(try rows.next()?.int4(0) == 3)
    #expect(try rows.next()?.int4(0) == 4)
    #expect(try rows.next() == nil)
    #expect(try rows.next() == nil)
    #expect(try rows.next() == nil)
  }

  @Test func manyColumns() throws {
    let connection = try TestServer.shared.connection()
    let columns = (0..<1000).map { "\($0)" }.joined(separator: ",")
    let rows = try connection.copyOut(["SELECT \(columns)", "SELECT"])
    let row = try #require(try rows.next())
    #expect(row.count == 1000 && row.int4(999) == 999)
    #expect(try rows.next() == nil)
    #expect(try rows.next()?.count == 0)
  }

  @Test func errorAmongRows() throws {
    let connection = try TestServer.shared.connection()
    let rows = try connection.copyOut([
      "SELECT 1 / (3 - n) FROM generate_series(1, 5) n", "SELECT 1",
    ])
    #expect(try rows.next()?.int4(0) == 0)
    #expect(try rows.next()?.int4(0) == 1)
    #expect(refusal { _ = try rows.next() }?.contains("division by zero") == true)
    #expect(try rows.next() == nil)
    #expect(try connection.query("SELECT 1").first?.int4(0) == 1)
  }

  /// A malformed row from a server, and its defect.
  struct Damage: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
  }

  private static let whole = FakeServer.big(Int16(1)) + FakeServer.big(UInt32(1)) + [7]

  static let damages = [
    Damage(testDescription: "no header", bytes: whole),
    Damage(
      testDescription: "flags of another form",
      bytes: CopyForm.header.prefix(11) + [0, 1, 0, 0, 0, 0, 0, 0] + whole),
    Damage(testDescription: "half a header", bytes: Array(CopyForm.header.prefix(14))),
    Damage(
      testDescription: "more header than there is",
      bytes: CopyForm.header.prefix(15) + [255, 255, 255, 255] + whole),
    Damage(testDescription: "no count", bytes: CopyForm.header + [0]),
    Damage(testDescription: "a negative count", bytes: CopyForm.header + [255, 254]),
    Damage(testDescription: "more than the end", bytes: CopyForm.header + [255, 255, 0]),
    Damage(
      testDescription: "too many fields", bytes: CopyForm.header + [127, 255] + whole.dropFirst(2)),
    Damage(testDescription: "half a length", bytes: CopyForm.header + whole.prefix(4)),
    Damage(
      testDescription: "a length beyond the row",
      bytes: CopyForm.header + [0, 1, 127, 255, 255, 255, 7]),
    Damage(
      testDescription: "a negative length", bytes: CopyForm.header + [0, 1, 255, 255, 255, 254, 7]),
    Damage(testDescription: "bytes behind the last field", bytes: CopyForm.header + whole + [7]),
    Damage(testDescription: "no fields and bytes", bytes: CopyForm.header + [0, 0, 7]),
  ]

  @Test(arguments: damages) func damagedRows(_ damage: Damage) throws {
    let server = CopyOutTests.server(damage.bytes)
    defer { server.stop() }
    let connection = try Connection(
      StoreAddress("postgresql://n@127.0.0.1:\(server.port)/d?sslmode=disable"))
    let rows = try connection.copyOut(["SELECT 1"])
    #expect(
      refusal { while try rows.next() != nil {} }
        == "\(connection.address): the server has sent a malformed row (try again, and check"
        + " the network)")
    #expect(try rows.next() == nil)
    #expect(!connection.isLost)
    try connection.execute("SELECT 1")
  }

  @Test func wholeRowsOfSameServer() throws {
    let server = CopyOutTests.server(CopyForm.header + CopyOutTests.whole)
    defer { server.stop() }
    let connection = try Connection(
      StoreAddress("postgresql://n@127.0.0.1:\(server.port)/d?sslmode=disable"))
    let rows = try connection.copyOut(["SELECT 1"])
    #expect(try rows.next()?.boolean(0) == true)
    #expect(try rows.next() == nil)
  }

  /// Returns a server that sends one message of rows.
  private static func server(_ row: [UInt8]) -> FakeServer {
    let begin = FakeServer.message("H", [1, 0, 1, 0, 1])
    let end = FakeServer.message("c", []) + FakeServer.message("C", Array("COPY 1\0".utf8))
    return FakeServer(
      answer: begin + FakeServer.message("d", row) + FakeServer.message("d", CopyForm.end) + end
        + FakeServer.ready)
  }
}
