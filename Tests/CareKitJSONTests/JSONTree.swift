import Foundation

/// A JSON value that tests can modify.
enum JSONTree: Codable, Hashable, Sendable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// A step into a value.
  enum Step: Hashable, Sendable, CustomStringConvertible {
    case member(String), element(Int)

    var description: String {
      switch self {
      case .member(let name): name
      case .element(let place): "\(place)"
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let array = try? container.decode([JSONTree].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  init(_ text: String) throws {
    self = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .truth(let truth): try container.encode(truth)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  var bytes: [UInt8] { get throws { Array(try JSONEncoder().encode(self)) } }

  /// The name of the value's type.
  var kind: String {
    switch self {
    case .null: "null"
    case .truth: "boolean"
    case .number: "number"
    case .text: "text"
    case .array: "array"
    case .object: "object"
    }
  }

  subscript(path: [Step]) -> JSONTree? {
    path.reduce(self as JSONTree?) { value, step in
      switch (value, step) {
      case (.object(let members), .member(let name)): members[name]
      case (.array(let values), .element(let place)): values[place]
      default: nil
      }
    }
  }

  /// Returns the value with another one at a path.
  func replacing(_ path: [Step], by new: JSONTree) -> JSONTree {
    guard let step = path.first else { return new }
    let rest = Array(path.dropFirst())
    switch (self, step) {
    case (.object(var members), .member(let name)):
      members[name] = (members[name] ?? .null).replacing(rest, by: new)
      return .object(members)
    case (.array(var values), .element(let place)):
      values[place] = values[place].replacing(rest, by: new)
      return .array(values)
    default: return self
    }
  }

  /// Returns the paths of all values within this one.
  func paths(_ path: [Step] = []) -> [[Step]] {
    let own = path.isEmpty ? [] : [path]
    switch self {
    case .object(let members):
      return own + members.sorted { $0.key < $1.key }.flatMap { $1.paths(path + [.member($0)]) }
    case .array(let values):
      return own + values.enumerated().flatMap { $1.paths(path + [.element($0)]) }
    case .null, .truth, .number, .text: return own
    }
  }
}
