import Testing

@testable import PostgreSQLStore

@Suite struct StoredTextTests {
  static let symbol = "\u{2400}"
  static let (nul, kept) = (symbol + "\u{FE0F}", symbol + "\u{FE0E}")

  /// Texts and their stored form.
  static let texts: [(text: String, stored: String)] = [
    ("", ""), ("aspirin", "aspirin"), ("ünï–code 💊", "ünï–code 💊"), ("\0", nul),
    ("a\0b", "a\(nul)b"), (symbol, kept), ("\0\(symbol)\0", nul + kept + nul),
    (nul, kept + "\u{FE0F}"), (kept, kept + "\u{FE0E}"), ("␁", "␁"),
  ]

  static let json: [(text: String, stored: String)] = [
    ("{}", "{}"), (#""a\u0000b""#, "\"a\(nul)b\""), (#""\\u0000""#, #""\\u0000""#),
    (#""\\\u0000""#, #""\\\#(nul)""#), (#""\u2400""#, "\"\(kept)\""), ("\"␀\"", "\"\(kept)\""),
    (#"{"\u0000":"\"\u00e9"}"#, #"{"\#(nul)":"\"\u00e9"}"#),
  ]

  private func stored(_ text: String, _ form: (UnsafeBufferPointer<UInt8>) -> [UInt8]?) -> String {
    var text = text
    return text.withUTF8 { String(decoding: form($0) ?? Array($0), as: UTF8.self) }
  }

  private func read(_ text: String, _ form: (UnsafeRawBufferPointer) throws -> String) throws
    -> String
  {
    try Array(text.utf8).withUnsafeBytes { try form($0) }
  }

  @Test(arguments: texts) func textRoundTrips(_ text: String, _ stored: String) throws {
    #expect(
      self.stored(text, StoredText.stored(text:)).unicodeScalars.elementsEqual(
        stored.unicodeScalars))
    #expect(try read(stored, StoredText.text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: json) func jsonIsStored(_ json: String, _ stored: String) {
    #expect(
      self.stored(json, StoredText.stored(json:)).unicodeScalars.elementsEqual(
        stored.unicodeScalars))
  }

  @Test func jsonRoundTrips() throws {
    #expect(try read("\"a\(Self.nul)b\(Self.kept)\"", StoredText.json) == "\"a\\u0000b␀\"")
    #expect(try read("\"␀\"", StoredText.json) == "\"␀\"")
  }

  @Test func everyShortTextRoundTrips() throws {
    let pieces = ["\0", Self.symbol, "\u{FE0F}", "\u{FE0E}", "a", "\u{2401}"]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          for text in [first, first + second, first + second + third] {
            let stored = self.stored(text, StoredText.stored(text:))
            #expect(!stored.utf8.contains(0))
            #expect(Array(try read(stored, StoredText.text).utf8) == Array(text.utf8))
          }
        }
      }
    }
  }
}
