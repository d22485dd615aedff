extension StringProtocol {
  /// The text without surrounding whitespace.
  package var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
