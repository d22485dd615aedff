import Foundation

extension String {
  /// The text in Unicode's composed form (NFC), by whose bytes Swift orders texts; equal texts have the same.
  package var composed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
  }
}
