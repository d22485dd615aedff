/// A text that may be the address of a database server and therefore contain a password.
///
/// Used for the arguments of the tool, for paths and for values in error messages. Case, percent-encoding and
/// leading characters make no difference.
package struct ServerAddressText {
  /// The decoded text in lower case, from its first letter or digit on.
  let text: Substring
  /// Whether the text is JSON, an explicit path (such as `./name`), or a URL without a scheme (`//…`).
  private let isJSON, isExplicitPath, isRelativeURL: Bool

  /// Decodes and classifies a text.
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

  /// Whether the text is certainly a server address: it has a database's scheme, credentials in a URL, or a
  /// password as an option.
  package var isAddress: Bool {
    if isJSON { return false }
    return hasDatabaseScheme || hasLogin || hasPasswordOption
      || isRelativeURL && hasCredentials(text.prefix { $0 != "/" })
  }

  /// Whether the text may be a server address unless a file of that name exists: any URL, libpq options, or
  /// credentials without a scheme.
  package var isLikeAddress: Bool {
    if isAddress { return true }
    if isJSON || isExplicitPath || text.hasPrefix("file:") { return false }
    return text.contains("://") || hasConnectionOption
      || hasCredentials(text) || isPasswordLine
  }

  /// Whether the text contains credentials and must not appear in messages.
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

  /// Whether a URL without white space has a user; web URLs may have an `@` in their path.
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

  /// Decodes percent-encoding; an invalid escape sequence stays as it is.
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

extension ServerAddressText {
  /// Whether an option or a query parameter has the name of a secret, whatever the context.
  package var hasSecretParameter: Bool { keys.contains(where: ServerAddressText.isSecret) }

  /// Whether an option is a password: one with an unambiguous name, or one with a shorter name in a URL or
  /// together with options that name a server.
  var hasPasswordOption: Bool {
    let keys = keys
    if keys.contains(where: ServerAddressText.isPassword) { return true }
    return keys.contains(where: ServerAddressText.isSecret)
      && (text.contains("://") || keys.contains { ServerAddressText.companions.contains($0) })
  }

  /// Whether the text is a line of a libpq password file: host, port, database, user and password.
  var isPasswordLine: Bool {
    let fields = text.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count == 5, !fields[4].isEmpty,
      !fields[..<4].contains(where: { $0.isEmpty || $0.contains(where: \.isWhitespace) })
    else { return false }
    return fields[1] == "*" || Int(fields[1]).map { (1024...65535).contains($0) } ?? false
  }

  /// The names before equals signs.
  private var keys: [Substring] {
    text.indices.filter { text[$0] == "=" }.map { mark in
      var name = text[..<mark]
      while name.last?.isWhitespace == true { name.removeLast() }
      return name.suffix(while: { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    }
  }

  private static func isPassword(_ key: Substring) -> Bool {
    passwords.contains(where: key.hasSuffix)
  }

  private static func isSecret(_ key: Substring) -> Bool {
    if key == "passfile" { return false }
    return isPassword(key) || beginnings.contains(where: key.hasPrefix)
      || ["secret", "token", "apikey", "api_key"].contains(where: key.hasSuffix)
  }

  private static let passwords = [
    "password", "passwd", "pwd", "passphrase", "passwort", "kennwort", "contraseña", "contrasena",
    "wachtwoord", "motdepasse", "mot_de_passe",
  ]

  private static let beginnings = [
    "pass", "pw", "secret", "token", "key", "clave", "senha", "mdp", "heslo", "parola",
  ]

  /// Connection options that are commonly used together with a password.
  private static let companions: Set<Substring> = [
    "host", "hostname", "hostaddr", "server", "port", "dbname", "database", "user", "username",
    "uid", "login", "source",
  ]

  /// Returns the text with full-width characters mapped to ASCII and invisible characters removed.
  static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      folded.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return String(folded)
  }
}

extension Substring {
  /// Returns the longest suffix whose characters satisfy a condition.
  fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { formIndex(before: &start) }
    return self[start...]
  }
}
