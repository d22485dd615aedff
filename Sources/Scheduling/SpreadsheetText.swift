/// Texts of CSV that a spreadsheet would run, were they written as they are.
///
/// One that begins like a formula, also behind apostrophes, is written in quotes with one more apostrophe in
/// front, as OWASP advises: `=1+1` as `"'=1+1"`, and `'=1+1` as `"''=1+1"`. A reader takes one away from a
/// field in quotes that begins so, and has the same text again.
package enum SpreadsheetText {
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a text has to be written with an apostrophe more, or has one too many where it was read.
  package static func isGuarded(_ text: some Collection<UInt8>) -> Bool {
    // Most texts begin with a letter.
    guard let first = text.first, first <= UInt8(ascii: "@") else { return false }
    guard first == apostrophe else { return isSign(first) }
    guard let sign = text.first(where: { $0 != apostrophe }) else { return false }
    return isSign(sign)
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
    field.first == apostrophe && isGuarded(field) ? field.dropFirst() : field
  }
}
