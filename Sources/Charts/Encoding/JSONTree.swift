/// A JSON value whose properties are written in order, for deterministic output.
enum JSONTree: Sendable, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([Property])
  /// Serialized JSON.
  case raw([UInt8])
  /// The rows of a chart.
  indirect case rows(ChartData)

  typealias Property = (String, JSONTree)
}

// Literals.
extension JSONTree {
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
  init(dictionaryLiteral elements: Property...) { self = .object(elements) }
}

// Homogeneous lists.
extension JSONTree {
  static func numbers(_ values: [Double]) -> JSONTree { .list(values.map(JSONTree.number)) }
  static func texts(_ values: [String]) -> JSONTree { .list(values.map(JSONTree.text)) }
}

// Objects.
extension JSONTree {
  /// Returns the object with the properties of another appended.
  static func + (a: JSONTree, b: JSONTree) -> JSONTree {
    guard case .object(let first) = a, case .object(let second) = b else { return b }
    return .object(first + second)
  }

  /// Returns an object of the properties that are not `nil`.
  static func properties(_ pairs: [(String, JSONTree?)]) -> JSONTree {
    .object(pairs.compactMap { name, value in value.map { (name, $0) } })
  }
}

// Serialization.
extension JSONTree {
  func put(to bytes: inout ChartBytes) {
    switch self {
    case .null: bytes.put("null")
    case .bool(let truth): bytes.put(truth ? "true" : "false")
    case .number(let number): bytes.put(number)
    case .text(let text): bytes.put(json: text)
    case .raw(let json): bytes.put(json)
    case .rows(let chart): chart.putJSONRows(to: &bytes)
    case .list(let items):
      bytes.put("[")
      putList(items, to: &bytes) { $0.put(to: &$1) }
      bytes.put("]")
    case .object(let properties):
      bytes.put("{")
      putList(properties, to: &bytes) { property, bytes in
        bytes.put(json: property.0)
        bytes.put(":")
        property.1.put(to: &bytes)
      }
      bytes.put("}")
    }
  }

  private func putList<Item>(
    _ items: [Item], to bytes: inout ChartBytes, _ put: (Item, inout ChartBytes) -> Void
  ) {
    for (place, item) in items.enumerated() {
      if place > 0 { bytes.put(",") }
      put(item, &bytes)
    }
  }

  /// The serialized value, for values that are written repeatedly.
  var once: JSONTree {
    var bytes = ChartBytes()
    put(to: &bytes)
    return .raw(bytes.bytes)
  }

  /// The serialized value with a trailing line break.
  var document: ChartBytes {
    var bytes = ChartBytes(capacity: 1 << 14)
    put(to: &bytes)
    bytes.put("\n")
    return bytes
  }
}
