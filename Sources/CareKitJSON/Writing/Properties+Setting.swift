import Formats
import Scheduling

extension [String: JSONValue] {
  /// Sets a string unless it is `nil`.
  mutating func set(_ name: String, _ text: String?) {
    if let text { self[name] = .text(text) }
  }

  /// Sets a list of strings unless it is empty.
  mutating func set(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { self[name] = .texts(texts) }
  }
}
