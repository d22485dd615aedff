import AdherenceAnalytics
import Foundation

extension String {
  /// The text whose bytes have the order that Swift gives to texts: its canonical composition.
  ///
  /// Texts that Swift takes for equal have the same.
  package var ordering: String { composed }

  /// The three ways in which a text that Swift takes for equal is mostly written.
  package var equalForms: [String] {
    isPlain
      ? [self, self, self]
      : [self, precomposedStringWithCanonicalMapping, decomposedStringWithCanonicalMapping]
  }

  private var isPlain: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
