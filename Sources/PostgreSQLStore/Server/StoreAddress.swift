import CPostgreSQL
public import Scheduling

/// Where a store in PostgreSQL is: an address as libpq takes it, with the store's schema as one more
/// option.
///
///     let address = try StoreAddress("postgresql://nurse@db.example.org/care?schema=trial")
///     print(address.schema)  // trial
///
/// All that libpq knows goes: lists of hosts, sockets (`?host=/run/postgresql`), `sslmode`, service
/// files, and `PGPASSFILE` for passwords. Where no schema is named it is `regimen`. Two addresses are
/// equal that are spelled alike.
public struct StoreAddress: Hashable, Sendable {
  /// The schema that holds the store.
  public let schema: String
  /// The address without passwords, as errors and reports name it.
  public let description: String
  /// What libpq gets: all but the schema, secrets too.
  let uri: String

  /// The schema of addresses that name none.
  public static let usualSchema = "regimen"

  /// Reads an address.
  ///
  /// - Throws: `InputError` for what libpq does not take, and for a schema that cannot be; it never
  ///   repeats a password.
  public init(_ text: String) throws(InputError) {
    let parts = try AddressParts(text)
    description = parts.text(showing: StoreAddress.known)
    uri = parts.uri
    schema = try StoreAddress.schema(parts.schemas, source: description)
    if let complaint = StoreAddress.complaint(uri) {
      let text = complaint.replacing(uri, with: description)
      let isSafe = !parts.secrets(besides: StoreAddress.known).contains { text.contains($0) }
      let reason = isSafe ? text : "libpq does not take it"
      throw InputError(.unreadable(reason: "\(reason) (see libpq's options)"), source: description)
    }
  }

  /// Whether a text is an address and not the path of a file.
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

  /// What PostgreSQL asks of a schema's name; it cuts long ones off without a word.
  private static let rules: [(text: String, holds: @Sendable (String) -> Bool)] = [
    ("have 1 to 63 bytes", { (1...63).contains($0.utf8.count) }),
    ("not begin with pg_, which is PostgreSQL's own", { !$0.hasPrefix("pg_") }),
    ("be a schema of your own", { $0 != "information_schema" }),
  ]

  /// What libpq says against an address.
  ///
  /// Safe: libpq makes the message, which is freed once.
  private static func complaint(_ uri: String) -> String? {
    var message: UnsafeMutablePointer<CChar>?
    if let options = PQconninfoParse(uri, &message) {
      PQconninfoFree(options)
      return nil
    }
    defer { PQfreemem(message) }
    return message.map { ServerError.line(String(cString: $0)) } ?? "libpq does not take it"
  }

  /// The options that are known and no secrets: those that libpq does not hide in dialogs, and our own.
  private static let known: Set<String> = {
    let secrets: Set = [
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
    return known.subtracting(secrets)
  }()
}

extension StoreAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The address without passwords.
  public var debugDescription: String { description }

  /// Shows nothing that the description hides.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
