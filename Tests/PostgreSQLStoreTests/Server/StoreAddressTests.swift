import Scheduling
import Testing

@testable import PostgreSQLStore

@Suite struct StoreAddressTests {
  /// An address and its expected parts.
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var schema = "regimen"
    var description: String
    var uri: String
  }

  static let examples = [
    Example(
      testDescription: "user, host and schema", text: "postgresql://nurse@db/care?schema=trial",
      schema: "trial", description: "postgresql://nurse@db/care?schema=trial",
      uri: "postgresql://nurse@db/care"),
    Example(
      testDescription: "a password", text: "postgresql://nurse:s3cret@db/care",
      description: "postgresql://nurse@db/care", uri: "postgresql://nurse:s3cret@db/care"),
    Example(
      testDescription: "a password with signs", text: "postgres://n:s3cret?%2F%40:x@db/care",
      description: "postgres://n@db/care", uri: "postgres://n:s3cret?%2F%40:x@db/care"),
    Example(
      testDescription: "passwords as options",
      text: "postgresql:///care?password=s3cret&schema=a%20b&sslpassword=s3cret&port=1",
      schema: "a b", description: "postgresql:///care?schema=a%20b&port=1",
      uri: "postgresql:///care?password=s3cret&sslpassword=s3cret&port=1"),
    Example(
      testDescription: "an option's name in escapes",
      text: "postgresql:///care?pass%77ord=s3cret", description: "postgresql:///care",
      uri: "postgresql:///care?pass%77ord=s3cret"),
    Example(
      testDescription: "several hosts", text: "postgresql://a:1,[::1]:2,c/care?sslmode=require",
      description: "postgresql://a:1,[::1]:2,c/care?sslmode=require",
      uri: "postgresql://a:1,[::1]:2,c/care?sslmode=require"),
    Example(
      testDescription: "a socket", text: "postgresql:///care?host=/run/postgresql&schema=x",
      schema: "x", description: "postgresql:///care?host=/run/postgresql&schema=x",
      uri: "postgresql:///care?host=/run/postgresql"),
    Example(
      testDescription: "nothing at all", text: "postgresql://", description: "postgresql://",
      uri: "postgresql://"),
  ]

  @Test(arguments: examples) func parsesAddress(_ example: Example) throws {
    let address = try StoreAddress(example.text)
    #expect(address.schema == example.schema)
    #expect(address.description == example.description)
    #expect(address.uri == example.uri)
    var dumped = ""
    dump(address, to: &dumped)
    #expect(!"\(dumped) \(address) \(String(reflecting: address))".contains("s3cret"))
  }

  static let refusals: [(text: String, error: String)] = [
    (
      "postgresql://h/d?colour=red",
      "postgresql://h/d: cannot be read: invalid URI query parameter: \"colour\" (see libpq's options)"
    ),
    (
      "postgresql://n:s3c/ret@h/d",
      "postgresql://…: cannot be read: there is an unexpected '@' or '/' (in users and passwords write %40 and %2F)"
    ),
    (
      "postgresql://n:s3c@ret@h/d",
      "postgresql://…: cannot be read: there is an unexpected '@' or '/' (in users and passwords write %40 and %2F)"
    ),
    (
      "postgresql://n:s3cret",
      "postgresql://…: cannot be read: a port is not a number (a ':' or '/' in a password is %3A or %2F)"
    ),
    (
      "postgresql://n:1/s3c?ret@h/d",
      "postgresql://…: cannot be read: an option is not of the form name=value (in values write %26, %3D for & and =)"
    ),
    (
      "postgresql://n:s3cret%2@h/d",
      "postgresql://…: cannot be read: a '%' is not followed by two hexadecimal digits of a text (write %25 for a percent sign)"
    ),
    (
      "postgres://n:s3cret%00@h/d",
      "postgres://…: cannot be read: a '%' is not followed by two hexadecimal digits of a text (write %25 for a percent sign)"
    ),
    (
      "postgresql://n:s3cret@[::1/d",
      "postgresql://n@[::1/d: cannot be read: end of string reached when looking for matching \"]\" in IPv6 host address in URI: \"postgresql://n@[::1/d\" (see libpq's options)"
    ),
    (
      "postgresql://h/d?schema=",
      "postgresql://h/d?schema=: 'schema' must have 1 to 63 bytes, not ''"
    ),
    (
      "postgresql://h/d?schema=pg_x",
      "postgresql://h/d?schema=pg_x: 'schema' must not begin with pg_, which is PostgreSQL's own, not 'pg_x'"
    ),
    (
      "postgresql://h/d?schema=a&schema=b",
      "postgresql://h/d?schema=a&schema=b: names a schema a second time: 'b' (keep one of them)"
    ),
    (
      "store.sqlite",
      "postgresql://…: cannot be read: it is not a PostgreSQL address (such as postgresql://user@host/database?schema=regimen)"
    ),
  ]

  @Test(arguments: refusals) func rejectsAddress(_ text: String, _ error: String) {
    let message = refusal { _ = try StoreAddress(text) }
    #expect(message == error)
    #expect(message?.contains("s3c") == false)
  }

  @Test func addressesAreNotPaths() {
    #expect(StoreAddress.isAddress("postgresql://h/d"))
    #expect(StoreAddress.isAddress("postgres://"))
    #expect(!StoreAddress.isAddress("postgresql/store.sqlite"))
  }
}
