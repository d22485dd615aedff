import Formats
import Foundation

/// A JSON value that can be changed anywhere, and that may have a member twice.
enum JSONNode {
  case object([Member])
  case list([JSONNode])
  /// A text, number or truth value as JSON writes it.
  case literal(String)

  /// One member of an object.
  struct Member {
    var key: String
    var value: JSONNode

    init(_ key: String, _ value: JSONNode) {
      self.key = key
      self.value = value
    }
  }

  init(_ text: String) throws {
    self.init(try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
  }

  private init(_ value: Any) {
    switch value {
    case let object as [String: Any]:
      self = .object(object.sorted { $0.key < $1.key }.map { Member($0.key, JSONNode($0.value)) })
    case let list as [Any]: self = .list(list.map { JSONNode($0) })
    case let text as String: self = .text(text)
    case let number as NSNumber:
      let isTruth = String(cString: number.objCType) == "c"
      self = .literal(isTruth ? "\(number.boolValue)" : "\(number)")
    default: self = .literal("null")
    }
  }

  static func text(_ text: String) -> JSONNode {
    let data = try? JSONEncoder().encode(text)
    return .literal(data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\"")
  }

  /// The value on one line.
  var line: String {
    switch self {
    case .object(let members):
      "{\(members.map { "\(JSONNode.text($0.key).line):\($0.value.line)" }.joined(separator: ","))}"
    case .list(let items): "[\(items.map(\.line).joined(separator: ","))]"
    case .literal(let text): text
    }
  }
}
