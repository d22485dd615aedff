package import Diagnostics
import Foundation
import Scheduling

/// Lists and objects stored as JSON, with the same text for equal values.
package enum JSONColumn {
  package static func text(of value: some Encodable) throws(InputError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(.unwritable(reason: "\(error)"))
    }
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from text: String, field: String)
    throws(InputError) -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch let error as InputError {
      let path = error.field.map { "\(field).\($0)" } ?? field
      throw InputError(error.problem, field: path)
    } catch {
      throw InputError(.malformed(text: text, .json), field: field)
    }
  }
}
