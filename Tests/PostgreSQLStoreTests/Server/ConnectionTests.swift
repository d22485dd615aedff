import Diagnostics
import Foundation
import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

@Suite(.enabled(if: TestServer.isAvailable))
struct ConnectionTests {
  @Test func executesAndQueries() throws {
    let connection = try TestServer.shared.connection()
    try connection.execute("CREATE TABLE things (id integer, name text); ANALYZE things")
    for id in Int32(1)...3 {
      _ = try connection.query(
        "INSERT INTO things VALUES ($1, $2)", [.int4(id), .text("thing \(id)")])
    }
    let rows = try connection.query("SELECT id, name FROM things ORDER BY id DESC")
    #expect(rows.count == 3)
    #expect(rows[0].int4(0) == 3)
    #expect(try rows[2].text(1) == "thing 1")
  }
}

extension ConnectionTests {
  @Test func sessionHasExpectedSettings() throws {
    let role = try TestServer.shared.makeRole()
    try TestServer.shared.execute(
      """
      ALTER ROLE \(role) SET search_path = 'public'; ALTER ROLE \(role) SET TimeZone = 'Asia/Tokyo';
      ALTER ROLE \(role) SET default_transaction_isolation = 'serializable'
      """)
    let address = try TestServer.shared.address(schema: "A b%22", user: role)
    let connection = try Connection(address)
    #expect(address.schema == "A b\"")
    let settings = [
      "search_path": "\"A b\"\"\", pg_temp", "TimeZone": "UTC", "jit": "off", "lock_timeout": "5s",
      "default_transaction_isolation": "read committed", "application_name": "regimen",
      "client_encoding": "UTF8", "client_min_messages": "warning",
    ]
    for (name, value) in settings {
      #expect(try connection.query("SHOW \(name)").first?.text(0) == value)
    }
  }

  @Test func valuesOfStatements() throws {
    let connection = try TestServer.shared.connection()
    for _ in 0..<3 {
      let row = try connection.query(
        "SELECT $1, $2, $3, $4, $5, null::text",
        [
          .integer(.min), .int4(.max), .text("a\0␀"), .bytes([0, 255]), .texts(["", "ü\0"]),
        ])
      let fields = row[0]
      #expect(fields.int8(0) == .min && fields.int4(1) == .max)
      #expect(try fields.text(2) == "a\0␀")
      #expect(fields.bytes(3) == [0, 255])
      #expect(try fields.texts(4) == ["", "ü\0"])
      #expect(try fields[5] == nil && fields.text(5) == nil)
    }
    // Statements that are equal as Swift strings may differ for the server.
    for text in ["é", "e\u{301}", "é", "e\u{301}"] {
      let row = try connection.query("SELECT length('\(text)'), $1::int4", [.int4(1)])
      #expect(row.first?.int4(0) == Int32(text.unicodeScalars.count))
    }
    // The same text with parameters of other types is another statement.
    for _ in 0..<3 {
      #expect(try connection.query("SELECT $1", [.int4(7)]).first?.int4(0) == 7)
      #expect(try connection.query("SELECT $1", [.text("7")]).first?.text(0) == "7")
      #expect(try connection.query("SELECT $1 + 1", [.int4(7)]).first?.int4(0) == 8)
    }
  }

  /// A statement that fails.
  struct Fault: CustomTestStringConvertible {
    var sql: String
    var error: String
    var state: String
    var testDescription: String { state }
  }

  static let faults = [
    Fault(
      sql: "SELECT * FROM nowhere",
      error: "cannot be read: there is no complete store in the schema '{schema}' visible to"
        + " the role 'postgres': relation \"nowhere\" does not exist (import into it, name another,"
        + " or let its owner GRANT it)", state: "42P01"),
    Fault(
      sql: "INSERT INTO things VALUES (1), (1)",
      error: "cannot be written: it violates a constraint: duplicate key value violates"
        + " unique constraint \"things_pkey\": Key (id)=(1) already exists.", state: "23505"),
    Fault(
      sql: "SELEKT",
      error: "cannot be written: the server rejects a statement: syntax error at or near"
        + " \"SELEKT\" (check whether the store's tables were changed)", state: "42601"),
    Fault(
      sql: "SET TRANSACTION READ ONLY; INSERT INTO things VALUES (1)",
      error: "cannot be written: the server is read-only (connect to a writable one, for"
        + " example with target_session_attrs=read-write)", state: "25006"),
    Fault(
      sql: "SET LOCAL lock_timeout = '10ms'; UPDATE held SET id = 2",
      error: "cannot be written: another program is writing to it (try again when that is done)",
      state: "55P03"),
    Fault(
      sql: "SET LOCAL statement_timeout = '10ms'; SELECT pg_sleep(60)",
      error: "cannot be written: the server stopped the statement: canceling statement due to"
        + " statement timeout (raise its statement_timeout, or ask who stopped it)",
      state: "57014"),
    Fault(
      sql: "SELECT 1/0",
      error: "cannot be read: the server rejects a value: division by zero", state: "22012"),
  ]

  @Test(arguments: faults) func reportsReason(_ fault: Fault) throws {
    let connection = try TestServer.shared.connection()
    try connection.execute(
      "CREATE TABLE things (id integer PRIMARY KEY); CREATE TABLE held (id integer);"
        + " INSERT INTO held VALUES (1)")
    let other = try Connection(connection.address)
    try other.execute("BEGIN; UPDATE held SET id = 3")
    let error = fault.error.replacing("{schema}", with: connection.address.schema)
    do throws(InputError) {
      try connection.execute(fault.sql)
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.sqlState == fault.state)
    }
    #expect(refusal { try connection.execute(fault.sql) } == "\(connection.address): \(error)")
    #expect(!connection.isLost)
    #expect(try connection.query("SELECT count(*) FROM things").first?.int8(0) == 0)
  }

  @Test func preparedStatementsAreBounded() throws {
    let connection = try TestServer.shared.connection()
    for number in 0..<600 {
      for _ in 0..<2 {
        #expect(try connection.query("SELECT \(number)").first?.int4(0) == Int32(number))
      }
    }
    let prepared = try connection.query("SELECT count(*) FROM pg_prepared_statements")
    #expect(prepared.first?.int8(0) == 400)
  }

  @Test func serializationFailure() throws {
    let (one, other) = (try TestServer.shared.connection(), try TestServer.shared.connection())
    let table = "\"\(one.address.schema)\".things"
    try one.execute("CREATE TABLE \(table) (id integer); INSERT INTO \(table) VALUES (1)")
    try one.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM \(table)")
    try other.execute("UPDATE \(table) SET id = 2")
    #expect(
      refusal { try one.execute("UPDATE \(table) SET id = 3") }
        == "\(one.address): cannot be written: another program changed the same rows concurrently"
        + " (try again)")
    #expect(refusal { try one.execute("SELECT 1") }?.contains("is aborted") == true)
  }

  @Test func roleWithoutRights() throws {
    let owner = try TestServer.shared.connection()
    try owner.execute("CREATE TABLE things (id integer)")
    let (role, schema) = (try TestServer.shared.makeRole(), owner.address.schema)
    let connection = try Connection(TestServer.shared.address(schema: schema, user: role))
    #expect(
      refusal { try connection.execute("SELECT * FROM things") }?
        .contains("visible to the role '\(role)'") == true)
    try owner.execute("GRANT USAGE ON SCHEMA \(schema) TO \(role)")
    #expect(
      refusal { _ = try connection.copyOut(["SELECT * FROM things"]).next() }
        == "\(connection.address): cannot be read: the role '\(role)' lacks a privilege: permission"
        + " denied for table things (let the owner GRANT it, or connect as another role)")
    try owner.execute("GRANT SELECT ON things TO \(role)")
    #expect(try connection.query("SELECT * FROM things").isEmpty)
    var rows = CopyRows()
    rows.begin(fields: 1)
    rows.put(int4: 1)
    #expect(
      refusal { try connection.copyIn("COPY things FROM STDIN (FORMAT BINARY)", rows) }?
        .contains("cannot be written: the role '\(role)' lacks a privilege") == true)
    #expect(try connection.query("SELECT * FROM things").isEmpty)
  }

  @Test func notifications() throws {
    let connection = try TestServer.shared.connection()
    let schema = connection.address.schema
    try connection.execute("LISTEN \(Connection.channel)")
    #expect(try !connection.waitForNotification(1))
    try TestServer.shared.execute("SELECT pg_notify('regimen', 'other 7')")
    try TestServer.shared.execute("SELECT pg_notify('regimen', '\(schema)x 7')")
    #expect(try !connection.waitForNotification(30))
    try TestServer.shared.execute(
      "SELECT pg_notify('regimen', '\(schema) 7'), pg_notify('regimen', '\(schema) 8')")
    #expect(try connection.waitForNotification(10_000))
    #expect(try !connection.waitForNotification(30))
  }
}
