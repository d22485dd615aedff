package import Formats
import Interchange

/// A FHIR `Quantity`: an amount and its unit.
package struct Quantity: Hashable, Sendable {
  /// The amount, which is finite.
  package var value: Double
  /// The unit: the code, otherwise the text.
  package var unit: String?

  package init(_ value: Double, unit: String? = nil) { (self.value, self.unit) = (value, unit) }

  /// Parses a value; `nil` if it has no finite amount, or a comparator.
  package init?(_ node: JSONNode?) {
    guard let node, let value = node["value"]?.number, value.isFinite, node["comparator"] == nil
    else { return nil }
    self.init(value, unit: node["code"]?.text ?? node["unit"]?.text)
  }
}
