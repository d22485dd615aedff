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

/// A parsed connection URI, split at the same positions as by libpq, so that its secrets are known
/// before any error is reported.
struct AddressParts {
  private let scheme: String
  private var user = ""
  private var password: String?
  /// The hosts and the path: the text between user and options.
  private var place = ""
  private var options: [(name: String, text: String)] = []
  /// The values of the option `schema`.
  private(set) var schemas: [String] = []

  /// The supported URI schemes.
  static let schemes = ["postgresql://", "postgres://"]

  init(_ text: String) throws(InputError) {
    guard let scheme = AddressParts.schemes.first(where: { text.hasPrefix($0) }) else {
      throw AddressParts.refusal(
        "it is not a PostgreSQL address (such as postgresql://user@host/database?schema=regimen)",
        "")
    }
    self.scheme = scheme
    try AddressParts.checkEscapes(text, scheme)
    var rest = text.dropFirst(scheme.count)[...]
    takeUser(from: &rest)
    let end = rest.firstIndex(of: "?") ?? rest.endIndex
    place = String(rest[..<end])
    try checkPlace()
    try takeOptions(rest[end...].dropFirst())
  }

  /// Returns the address without its secrets, for display.
  ///
  /// - Parameter known: The names of known options without secrets; other options may be misspelled
  ///   secrets.
  /// - Returns: The address.
  func text(showing known: Set<String>) -> String {
    text(user, options.filter { known.contains($0.name) })
  }

  /// Returns the secrets that ``text(showing:)`` omits, both encoded and decoded.
  func sensitiveValues(besides known: Set<String>) -> [String] {
    let values = options.filter { !known.contains($0.name) }.map {
      $0.text.drop { $0 != "=" }.dropFirst()
    }
    return (values + [Substring(password ?? "")]).flatMap { value in
      [String(value), AddressParts.decoded(value) ?? ""]
    }.filter { !$0.isEmpty }
  }

  /// The address without the schema, as libpq expects it.
  var uri: String {
    text(user + (password.map { ":" + $0 } ?? ""), options.filter { $0.name != "schema" })
  }

  private func text(_ login: String, _ options: [(name: String, text: String)]) -> String {
    let query = options.isEmpty ? "" : "?" + options.map(\.text).joined(separator: "&")
    return scheme + (login.isEmpty ? "" : login + "@") + place + query
  }

  /// Parses the user, which precedes the first `@` unless a slash comes first.
  private mutating func takeUser(from rest: inout Substring) {
    guard let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" else {
      return
    }
    let login = rest[..<end]
    user = String(login.prefix { $0 != ":" })
    password = login.firstIndex(of: ":").map { String(login[login.index(after: $0)...]) }
    rest = rest[end...].dropFirst()
  }

  /// Rejects a password with unescaped delimiters, parts of which errors would show as host, port
  /// or database.
  private func checkPlace() throws(InputError) {
    if place.contains("@") {
      throw AddressParts.refusal(
        "there is an unexpected '@' or '/' (in users and passwords write %40 and %2F)", scheme)
    }
    let hosts = place.prefix { $0 != "/" }.split(separator: ",")
    for host in hosts {
      let afterHost = host.first == "[" ? host.drop { $0 != "]" } : host
      let port = afterHost.drop { $0 != ":" }.dropFirst()
      if !port.allSatisfy({ $0.isASCII && $0.isNumber }) {
        throw AddressParts.refusal(
          "a port is not a number (a ':' or '/' in a password is %3A or %2F)", scheme)
      }
    }
  }

  private mutating func takeOptions(_ text: Substring) throws(InputError) {
    for option in text.split(separator: "&") {
      let sides = option.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let name = AddressParts.decoded(sides[0]) else {
        throw AddressParts.refusal(
          "an option is not of the form name=value (in values write %26, %3D for & and =)", scheme)
      }
      try AddressParts.checkValue(sides[1], of: name)
      options.append((name, String(option)))
      if name == "schema" { schemas.append(AddressParts.decoded(sides[1]) ?? "") }
    }
  }

  /// Rejects credentials within the value of a host, database or user, which errors would show.
  private static func checkValue(_ text: Substring, of name: String) throws(InputError) {
    guard ["host", "hostaddr", "port", "dbname", "user", "service"].contains(name),
      let value = decoded(text), let colon = value.firstIndex(of: ":"),
      value[colon...].contains("@")
    else { return }
    throw refusal(
      "the option '\(name)' has credentials (write them before the host, or in PGPASSFILE)", "")
  }

  private static func checkEscapes(_ text: String, _ scheme: String) throws(InputError) {
    if text.utf8.contains(0) || decoded(text[...])?.utf8.contains(0) ?? true {
      throw refusal(
        "a '%' is not followed by two hexadecimal digits of a text (write %25 for a percent sign)",
        scheme)
    }
  }

  /// Returns the percent-decoded text; `nil` if an escape is invalid.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, rest.prefix(2).allSatisfy({ isHexadecimal($0) }),
        let byte = UInt8(Substring(rest.prefix(2)), radix: 16)
      else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Character(UnicodeScalar(byte)).isHexDigit
  }

  /// Returns an error that shows nothing of the address except its scheme.
  private static func refusal(_ reason: String, _ scheme: String) -> InputError {
    InputError(.unreadable(reason: reason), source: (scheme.isEmpty ? schemes[0] : scheme) + "…")
  }
}
