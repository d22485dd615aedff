package import Diagnostics

/// A decoder of records from texts of JSON, usually lines, with user-facing errors.
///
/// The memory is reused for the next text, which invalidates the ``Properties`` of the last one.
///
/// Safe: the bytes are lent for the call, and the document copies them.
package struct JSONLine {
  private let document = JSONDocument(deepest: 512, isLenient: true)

  package init() {}

  /// Decodes a value from one line.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from line: String
  ) throws(InputError) -> Value {
    try JSONLine().decode(type, from: line)
  }

  /// Decodes a value; text that is not JSON is quoted in the error.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from line: String
  ) throws(InputError) -> Value {
    try Array(line.utf8).withUnsafeBufferPointer { line throws(InputError) in
      try decode(type, from: line)
    }
  }

  /// Decodes a value; text that is not JSON is quoted in the error.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from line: UnsafeBufferPointer<UInt8>
  ) throws(InputError) -> Value {
    try decode(type, try root(of: line), of: line)
  }

  /// Decodes the parsed value of a line.
  package func decode<Value: Decodable>(
    _ type: Value.Type, _ root: JSONNode, of line: UnsafeBufferPointer<UInt8>
  ) throws(InputError) -> Value {
    do {
      return try Value(from: JSONNodeDecoder(node: root))
    } catch let error as InputError {
      throw error
    } catch {
      throw JSONLine.malformed(line)
    }
  }

  /// Opens the object of a text, whose properties are decoded later.
  package static func properties(of line: String, known: [String]) throws(InputError) -> Properties
  {
    let root = try Array(line.utf8).withUnsafeBufferPointer { line throws(InputError) in
      try JSONLine().root(of: line)
    }
    return try Properties(of: JSONNodeDecoder(node: root), known: known)
  }

  /// Parses a text, which may begin with a byte order mark.
  package func root(of line: UnsafeBufferPointer<UInt8>) throws(InputError) -> JSONNode {
    let mark = line.first == 0xEF && line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    do throws(InputError) {
      try document.read(UnsafeBufferPointer(rebasing: line[mark...]))
    } catch {
      if case .tooLarge = error.problem { throw error }
      throw JSONLine.malformed(line)
    }
    return document.root
  }

  private static func malformed(_ line: UnsafeBufferPointer<UInt8>) -> InputError {
    guard let text = String(validating: line, as: UTF8.self) else {
      return InputError(.broken(.invalidUTF8))
    }
    return InputError(.malformed(text: text, .json))
  }
}
