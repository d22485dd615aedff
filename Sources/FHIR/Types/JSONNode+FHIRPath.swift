package import Interchange
package import Scheduling

extension JSONNode {
  /// Where the value stands in a resource, as `dosageInstruction[1].timing.repeat.offset`.
  ///
  /// - Parameter resource: The value from which the path begins; `nil` is the outermost one.
  /// - Returns: The path, empty of the resource itself.
  /// - Complexity: O(*n*) for *n* values of the resource.
  package func elementPath(in resource: JSONNode? = nil) -> String {
    var text = ""
    for step in path(from: resource) {
      switch step {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .element(let number): text += "[\(number)]"
      }
    }
    return text
  }

  /// The error of a value that breaks a rule; its field is the path within a resource.
  package func breaks(_ rule: InputError.Rule, in resource: JSONNode? = nil) -> InputError {
    InputError(
      .against(rule, text: kind == .object || kind == .array ? "" : source),
      field: elementPath(in: resource))
  }
}
