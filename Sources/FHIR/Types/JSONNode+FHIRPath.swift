package import Diagnostics
package import Formats
import Interchange
import Scheduling

extension JSONNode {
  /// Returns the path of the value in a resource, such as
  /// `dosageInstruction[1].timing.repeat.offset`.
  ///
  /// - Parameter resource: The root of the path; `nil` is the document root.
  /// - Returns: The path, empty for the resource itself.
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

  /// Returns the error of a value that violates a rule; its field is the path within a resource.
  package func breaks(_ rule: InputError.Rule, in resource: JSONNode? = nil) -> InputError {
    InputError(
      .against(rule, text: kind == .object || kind == .array ? "" : source),
      field: elementPath(in: resource))
  }
}
