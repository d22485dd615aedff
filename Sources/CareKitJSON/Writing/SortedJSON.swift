import Interchange

/// A JSON value to write.
enum JSONValue {
  case text(String)
  case whole(Int)
  case number(Double)
  case truth(Bool)
  case array([JSONValue])
  case object([String: JSONValue])
}

/// Writes JSON with sorted object keys.
struct SortedJSON {
  private var json = JSONBytes()

  var bytes: [UInt8] { json.bytes }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .text(let text): json.text(text)
    case .whole(let number): json.raw("\(number)".utf8)
    case .number(let number): json.raw("\(number)".utf8)
    case .truth(let truth): json.raw((truth ? "true" : "false").utf8)
    case .array(let values):
      json.open("[")
      for value in values { write(value) }
      json.close("]")
    case .object(let members):
      json.open("{")
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        json.name(name)
        write(value)
      }
      json.close("}")
    }
  }
}

extension [String: JSONValue] {
  /// Sets a string unless it is `nil`.
  mutating func set(_ name: String, _ text: String?) {
    if let text { self[name] = .text(text) }
  }

  /// Sets a list of strings unless it is empty.
  mutating func set(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { self[name] = .array(texts.map(JSONValue.text)) }
  }
}
