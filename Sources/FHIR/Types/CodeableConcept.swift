package import Formats
import Interchange

/// A FHIR `CodeableConcept`: synonymous codes and a text.
package struct CodeableConcept: Hashable, Sendable {
  /// The codes, in the order of the resource.
  package var codings: [Coding] = []
  /// The text as entered by the author.
  package var text: String?

  /// A code of a system.
  package struct Coding: Hashable, Sendable {
    package var system: String?
    package var code: String?
    package var display: String?
    package var isUserSelected = false

    /// Returns whether both have the same code of the same system.
    package func means(_ other: Coding) -> Bool {
      code != nil && code == other.code && system == other.system
    }
  }

  /// Parses a value; members of the wrong type are ignored.
  package init(_ node: JSONNode?) {
    text = node?["text"]?.text
    codings = node?["coding"]?.elements.map(Coding.init) ?? []
  }

  /// The display name: the user-selected display, the text, the first display, or the first code.
  package var title: String? {
    codings.first { $0.isUserSelected && $0.display != nil }?.display ?? text
      ?? codings.lazy.compactMap(\.display).first ?? codings.lazy.compactMap(\.code).first
  }

  /// Returns whether it has a code of a system.
  package func has(_ code: String, of system: String) -> Bool {
    codings.contains { $0.code == code && $0.system == system }
  }
}

extension CodeableConcept.Coding {
  /// Parses a `Coding`; members of the wrong type are ignored.
  package init(_ node: JSONNode) {
    system = node["system"]?.text
    code = node["code"]?.text
    display = node["display"]?.text
    isUserSelected = node["userSelected"]?.boolean ?? false
  }
}
