extension String {
  /// The text as a single word of a shell command on one line.
  ///
  /// Control characters are written as escapes of `bash` and `zsh`.
  package var shellQuoted: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) }
    if isPlain, !isEmpty { return self }
    let controls = unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x7F }
    if controls.isEmpty { return "'" + replacing("'", with: "'\\''") + "'" }
    return "$'" + unicodeScalars.map(\.escapedForShell).joined() + "'"
  }
}

extension Unicode.Scalar {
  fileprivate var escapedForShell: String {
    switch self {
    case "'", "\\": "\\\(self)"
    case _ where value < 0x20 || value == 0x7F:
      "\\" + String(value + 0o1000, radix: 8).dropFirst()
    default: String(self)
    }
  }
}
