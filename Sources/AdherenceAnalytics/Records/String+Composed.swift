import Foundation

extension String {
  /// The text in Unicode's composed form (NFC), which is the same for equal strings.
  package var composed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
  }
}
