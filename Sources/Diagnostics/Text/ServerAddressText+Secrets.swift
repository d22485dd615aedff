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
