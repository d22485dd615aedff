/// Texts of CSV that a spreadsheet would run, were they written as they are.
///
/// One that begins like a formula, also behind apostrophes, is written in quotes with one more apostrophe in
/// front, as OWASP advises: `=1+1` as `"'=1+1"`, and `'=1+1` as `"''=1+1"`. A reader takes one away from a
/// field in quotes that begins so, and has the same text again.
///
/// Safe: places are below the count, and bytes are lent for a call.
package enum SpreadsheetText {
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a text has to be written with an apostrophe more, or has one too many where it was read.
  ///
  /// Every cell that is written asks, so that there is a concrete form for bytes that lie in memory.
  package static func isGuarded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while place < text.count, text[place] == apostrophe { place += 1 }
    return place < text.count && isSign(text[place])
  }

  /// The same of a text.
  package static func isGuarded(_ text: String) -> Bool {
    text.utf8.first { $0 != apostrophe }.map(isSign) ?? false
  }

  /// Whether what begins so is a formula, or becomes one when the white space goes.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A,
      0x0D:
      true
    default: false
    }
  }

  /// Takes the apostrophe away from a field that was written in quotes.
  package static func unguarded(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    field.first == apostrophe && field.withUnsafeBufferPointer(isGuarded)
      ? field.dropFirst() : field
  }
}
