import Foundation

extension Encodable {
  /// Returns the value as indented JSON with sorted keys; deterministic.
  func indentedJSON() throws -> String {
    let plain = try JSONSerialization.jsonObject(with: JSONEncoder().encode(self))
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    let data = try JSONSerialization.data(withJSONObject: plain, options: options)
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
