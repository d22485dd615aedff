import CPostgreSQL
public import Diagnostics
import Scheduling

/// The address of a store in PostgreSQL: a connection URI of libpq with an additional option for
/// the schema.
///
///     let address = try StoreAddress("postgresql://nurse@db.example.org/care?schema=trial")
///     print(address.schema)  // trial
///
/// All options of libpq are supported: lists of hosts, sockets (`?host=/run/postgresql`),
/// `sslmode`, service files, and `PGPASSFILE` for passwords. The default schema is `regimen`.
/// Addresses are compared by their text.
public struct StoreAddress: Hashable, Sendable {
  /// The schema of the store.
  public let schema: String
  /// The address without passwords, for errors and reports.
  public let description: String
  /// The URI for libpq: everything except the schema, including secrets.
  let uri: String

  /// The default schema.
  public static let usualSchema = "regimen"

  /// Parses an address.
  ///
  /// - Throws: `InputError` for an address that libpq rejects and for an invalid schema; the error
  ///   never contains a password.
  public init(_ text: String) throws(InputError) {
    let parts = try AddressParts(text)
    description = parts.text(showing: StoreAddress.known)
    uri = parts.uri
    schema = try StoreAddress.schema(parts.schemas, source: description)
    if let errorMessage = StoreAddress.errorMessage(uri) {
      let text = errorMessage.replacing(uri, with: description)
      let isSafe = !parts.sensitiveValues(besides: StoreAddress.known).contains {
        text.contains($0)
      }
      let reason = isSafe ? text : "libpq rejects it"
      throw InputError(.unreadable(reason: "\(reason) (see libpq's options)"), source: description)
    }
  }

  /// Returns whether a text is an address rather than the path of a file.
  public static func isAddress(_ text: String) -> Bool {
    AddressParts.schemes.contains { text.hasPrefix($0) }
  }

  private static func schema(_ named: [String], source: String) throws(InputError) -> String {
    let schema = named.first ?? usualSchema
    if named.count > 1 {
      throw InputError(.duplicate(kind: "schema", id: named[1]), source: source)
    }
    if let rule = rules.first(where: { !$0.holds(schema) })?.text {
      throw InputError(.outOfRange(text: schema, rule: rule), parameter: "schema", source: source)
    }
    return schema
  }

  /// PostgreSQL's rules for schema names; long names would be truncated silently.
  private static let rules: [(text: String, holds: @Sendable (String) -> Bool)] = [
    ("have 1 to 63 bytes", { (1...63).contains($0.utf8.count) }),
    ("not begin with pg_, which is PostgreSQL's own", { !$0.hasPrefix("pg_") }),
    ("be a schema of your own", { $0 != "information_schema" }),
  ]

  /// Returns libpq's error message for an address.
  ///
  /// Safe: libpq makes the message, which is freed once.
  private static func errorMessage(_ uri: String) -> String? {
    var message: UnsafeMutablePointer<CChar>?
    if let options = PQconninfoParse(uri, &message) {
      PQconninfoFree(options)
      return nil
    }
    defer { PQfreemem(message) }
    return message.map { ServerError.line(String(cString: $0)) } ?? "libpq rejects it"
  }

  /// The known options without secrets: libpq's options that are not hidden in dialogs, and the
  /// store's own.
  private static let known: Set<String> = {
    let sensitiveValues: Set = [
      "password", "sslpassword", "scram_client_key", "scram_server_key", "oauth_client_secret",
    ]
    var known: Set = ["schema", "ssl"]
    guard let options = PQconndefaults() else { return known }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if option.pointee.dispchar.map({ String(cString: $0) }) != "*" {
        known.insert(String(cString: keyword))
      }
      option += 1
    }
    return known.subtracting(sensitiveValues)
  }()
}

extension StoreAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The address without passwords.
  public var debugDescription: String { description }

  /// A mirror that shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
