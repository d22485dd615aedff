package import Interchange

/// A `Quantity` of FHIR: an amount and its unit.
package struct Quantity: Hashable, Sendable {
  /// The amount, which is finite.
  package var value: Double
  /// Its unit: the code, else the text.
  package var unit: String?

  /// Creates a quantity.
  package init(_ value: Double, unit: String? = nil) { (self.value, self.unit) = (value, unit) }

  /// Reads a value; `nil` where it has no finite amount, or one that is only compared with.
  package init?(_ node: JSONNode?) {
    guard let node, let value = node["value"]?.number, value.isFinite, node["comparator"] == nil
    else { return nil }
    self.init(value, unit: node["code"]?.text ?? node["unit"]?.text)
  }
}
