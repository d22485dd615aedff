/// Text that somebody may have meant as the address of a database server, and which may therefore have a password.
///
/// Whether it is such an address is decided here, for arguments of the tool, for paths and for what errors repeat.
/// Case, percent-encoding and characters in front make no difference.
package struct ServerAddressText {
  /// The text in lower case, decoded, from its first letter or digit on.
  let text: Substring
  /// Whether it is JSON, or begins as paths do that are meant as such, or as a URL without its scheme.
  private let isJSON, isExplicitPath, isRelativeURL: Bool

  /// Takes a text apart.
  package init(_ text: String) {
    let folded = ServerAddressText.folded(text)
    let decoded = ServerAddressText.folded(
      ServerAddressText.decoded(ServerAddressText.decoded(folded)))
    let visible = decoded.drop { $0.isWhitespace }
    isJSON = visible.first == "{" || visible.first == "["
    isRelativeURL = visible.hasPrefix("//")
    isExplicitPath =
      !isRelativeURL && ["/", "./", "../", "~"].contains { visible.hasPrefix($0) }
    self.text = Substring(decoded.lowercased())
      .drop { !$0.isLetter && !$0.isNumber && $0 != ":" && $0 != "*" }
  }

  /// Whether it is certainly meant for a server: a database's scheme, credentials in a URL, or a password as an
  /// option.
  package var isAddress: Bool {
    if isJSON { return false }
    return hasDatabaseScheme || hasLogin || hasPasswordOption
      || isRelativeURL && hasCredentials(text.prefix { $0 != "/" })
  }

  /// Whether a path may be meant for a server, unless there is a file of that name: any URL, options of libpq, or
  /// credentials without a scheme.
  package var isLikeAddress: Bool {
    if isAddress { return true }
    if isJSON || isExplicitPath || text.hasPrefix("file:") { return false }
    return text.contains("://") || hasConnectionOption
      || hasCredentials(text) || isPasswordLine
  }

  /// Whether it has credentials, so that nothing repeats it.
  package var hasSecret: Bool {
    if isJSON { return false }
    if isPasswordLine && !isExplicitPath || isRelativeURL && hasCredentials(text) { return true }
    return hasPasswordOption || hasLogin && hasCredentials(text.dropFirst(scheme.count + 1))
      || hasDatabaseScheme && hasCredentials(text.dropFirst(scheme.count + 1))
  }

  private var scheme: Substring {
    text.prefix { $0.isLetter || $0.isNumber || "+-._".contains($0) }
  }

  private var hasDatabaseScheme: Bool {
    if isExplicitPath { return false }
    if text.hasPrefix("jdbc:") { return true }
    let (scheme, rest) = (scheme, text.dropFirst(scheme.count))
    if scheme.hasPrefix("postgre") || scheme.hasPrefix("pgsql") || scheme.hasPrefix("psql") {
      return rest.hasPrefix(":") || rest.hasPrefix("//") || rest.hasPrefix(";//")
    }
    let name = scheme.prefix { $0 != "+" }
    return ServerAddressText.databases.contains(String(name)) && rest.hasPrefix(":/")
  }

  private static let databases: Set = [
    "pg", "mysql", "mariadb", "mssql", "sqlserver", "oracle", "mongodb", "redis", "cockroachdb",
    "redshift", "sqlite",
  ]

  /// Whether a URL without white space has a user; URLs of the web may have an `@` in their path.
  private var hasLogin: Bool {
    guard let mark = text.firstRange(of: "://") else { return false }
    let rest = text[mark.upperBound...].prefix { !$0.isWhitespace }
    return (scheme.hasPrefix("http") ? rest.prefix { $0 != "/" } : rest).contains("@")
  }

  private func hasCredentials(_ text: Substring) -> Bool {
    guard let colon = text.firstIndex(of: ":"), let at = text.lastIndex(of: "@") else {
      return false
    }
    return colon < at
  }

  private var hasConnectionOption: Bool {
    let name = text.prefix { $0.isLetter || $0.isWhitespace }
    return text.dropFirst(name.count).first == "="
      && ServerAddressText.options.contains(name.filter { !$0.isWhitespace })
  }

  private static let options: Set = [
    "host", "hostaddr", "port", "dbname", "user", "service", "server", "datasource",
  ]

  /// The text with what percent signs stand for; a sign that stands for nothing stays.
  private static func decoded(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = Substring(rest.prefix(2))
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension InputError {
  /// Refuses a path that may be meant as the address of a server, without repeating it.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - exists: Whether a file of that name is there.
  /// - Throws: `InputError` that says how files and servers are named.
  package static func refuseAddress(
    _ path: String, exists: @autoclosure () -> Bool = false
  ) throws(InputError) {
    let text = ServerAddressText(path)
    guard text.isLikeAddress, text.isAddress || !exists() else { return }
    throw InputError(
      .unreadable(
        reason: "it looks like the address of a server and is not repeated, as it may have a"
          + " password (name a server as postgresql://user@host/database, a file as ./name)"),
      source: "…")
  }
}
