import AdherenceAnalytics
import Foundation

extension String {
  /// The canonical composition of the text, whose bytes sort in the order of Swift strings.
  ///
  /// Equal strings have equal compositions.
  package var ordering: String { composed }

  /// The three most common Unicode forms of the string.
  package var equalForms: [String] {
    isPlain
      ? [self, self, self]
      : [self, precomposedStringWithCanonicalMapping, decomposedStringWithCanonicalMapping]
  }

  private var isPlain: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
