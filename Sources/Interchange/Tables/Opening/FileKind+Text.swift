import Formats

extension FileKind {
  /// Detects markup and JSON at the beginning of a text; everything else is ``text``.
  init(text: [UInt8]) {
    let content = text.drop(while: \.isSpace)
    switch content.first {
    case UInt8(ascii: "<"): self = FileKind(markup: content) ?? .text
    case .openingBrace, .openingBracket: self = FileKind(json: Array(content)) ?? .text
    default: self = .text
    }
  }

  private init?(markup: ArraySlice<UInt8>) {
    let head = String(decoding: markup.prefix(1_024), as: UTF8.self).lowercased()
    let isXML = head.hasPrefix("<?xml")
    if head.contains("<?mso-application progid=\"excel.sheet\"") {
      self = .excelXML
    } else if FileKind.htmlTags.contains(where: { isXML ? head.contains($0) : head.hasPrefix($0) })
    {
      self = .html
    } else if isXML {
      self = .xml
    } else {
      return nil
    }
  }

  /// The beginnings of HTML files; reports saved as `.xls` are often a bare table.
  private static let htmlTags = ["<!doctype html", "<html", "<head", "<meta", "<table"]

  /// Detects JSON: an object or array, followed by nothing but further ones.
  ///
  /// The first cell of a table may start with a bracket too, so the beginning must be well-formed.
  ///
  /// Safe: the pointer is valid for the call, and the scan compares positions with the count.
  private init?(json text: [UInt8]) {
    guard JSONBeginning(text).isWellFormed else { return nil }
    var scan = JSONValueScan()
    guard let end = text.withUnsafeBufferPointer({ scan.end(in: $0, from: 0) }) else {
      self = .json
      return
    }
    switch text[end...].first(where: { !$0.isSpace }) {
    case nil: self = .json
    case .openingBrace, .openingBracket: self = .jsonLines
    default: return nil
    }
  }
}

/// A parser of the leading tokens of a possible JSON text.
private struct JSONBeginning {
  private let text: [UInt8]
  private var position = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Whether the text starts with an object whose first key is a string, or with an array whose
  /// first element is a JSON value; a truncated text is accepted.
  var isWellFormed: Bool {
    var copy = self
    return copy.readValue()
  }

  private mutating func readValue() -> Bool {
    while take(.openingBracket) {}
    if take(.openingBrace) { return readKey() }
    return take(.closingBracket) || readScalar()
  }

  private mutating func readKey() -> Bool {
    if take(.closingBrace) { return true }
    return isAtEnd || readString() && (isAtEnd || take(UInt8(ascii: ":")))
  }

  private mutating func readScalar() -> Bool {
    if isAtEnd { return true }
    guard text[position] == .quote ? readString() : readWord() else { return false }
    return isAtEnd || take(.comma) || take(.closingBracket)
  }

  private mutating func readString() -> Bool {
    guard take(.quote) else { return false }
    while position < text.count, text[position] != .quote {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, text.count)
    return true
  }

  /// Parses a number, `true`, `false` or `null`.
  private mutating func readWord() -> Bool {
    let bytes = text[position...].prefix { !$0.isSpace && $0 != .comma && $0 != .closingBracket }
    position = bytes.endIndex
    let word = String(decoding: bytes, as: UTF8.self)
    return ["true", "false", "null"].contains(word) || Double(word) != nil
  }

  private var isAtEnd: Bool {
    mutating get {
      while position < text.count, text[position].isSpace { position += 1 }
      return position == text.count
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard !isAtEnd, text[position] == byte else { return false }
    position += 1
    return true
  }
}

extension UInt8 {
  fileprivate static let openingBrace = UInt8(ascii: "{")
  fileprivate static let openingBracket = UInt8(ascii: "[")
}
