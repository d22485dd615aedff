/// Escaping of CSV fields that a spreadsheet would evaluate as formulas.
///
/// A field that begins like a formula, after any apostrophes, is written in quotes with one more apostrophe
/// in front, as OWASP recommends: `=1+1` as `"'=1+1"`, and `'=1+1` as `"''=1+1"`. Reading removes one
/// apostrophe from such a quoted field, which restores the text.
public enum SpreadsheetText {
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a text is escaped with an additional apostrophe when written, and unescaped when read.
  public static func isGuarded(_ text: Span<UInt8>) -> Bool {
    var offset = 0
    while offset < text.count, text[offset] == apostrophe { offset += 1 }
    return offset < text.count && isSign(text[offset])
  }

  /// Whether a field that begins with the byte is a formula, or becomes one when white space is trimmed.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A,
      0x0D:
      true
    default: false
    }
  }

  /// Removes the apostrophe that escapes a quoted field.
  package static func unguarded(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    field.first == apostrophe && isGuarded(field.span)
      ? field.dropFirst() : field
  }
}
