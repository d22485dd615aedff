import Formats
import Scheduling

extension ChartSource {
  /// The nonempty properties by name, in order.
  var facts: [(name: String, text: String)] {
    let all: [(String, String?)] = [
      ("patient", patient), ("task", task), ("patients", String(patients)), ("from", from),
      ("to", to), ("by", by), ("asOf", asOf), ("methods", methods), ("madeBy", madeBy),
    ]
    return all.compactMap { name, text in text.map { (name, $0) } }
  }

  var tree: JSONValue {
    .object(
      facts.map { name, text in
        (name, name == "patients" ? .number(Double(patients)) : .text(text))
      })
  }
}
