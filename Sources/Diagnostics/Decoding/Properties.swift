/// Strict decoding of a JSON object: every failure, including an unknown property, is an ``InputError`` with
/// the key path of the property.
package struct Properties {
  private let container: KeyedDecodingContainer<Key>

  /// Opens an object.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the object.
  ///   - known: The names of all allowed properties.
  /// - Throws: ``InputError`` if the value is not an object, or has a property not in `known`.
  package init(of decoder: any Decoder, known: [String]) throws(InputError) {
    do {
      container = try decoder.container(keyedBy: Key.self)
    } catch let error as InputError {
      throw error
    } catch {
      let path = Properties.path(decoder.codingPath)
      let text = (try? Scalar(from: decoder))?.text ?? "…"
      throw InputError(.malformed(text: text, .object), field: path.isEmpty ? nil : path)
    }
    // The order of keys is random, so the first unknown name is reported.
    let names = container.allKeys.lazy.map(\.stringValue)
    if let name = names.filter({ !known.contains($0) }).min() {
      throw InputError(.unknown(allowed: known), field: path(to: name))
    }
  }

  /// Returns whether a property is present and not null.
  package func has(_ name: String) -> Bool {
    container.contains(Key(name)) && (try? container.decodeNil(forKey: Key(name))) == false
  }

  /// Decodes a string; `nil` if the property is absent.
  package func text(_ name: String) throws(InputError) -> String? {
    guard let text = try scalar(name, as: String.self, .text) else { return nil }
    return try InputError.requireFewMarks(text, field: path(to: name))
  }

  /// Decodes a finite number; `nil` if the property is absent.
  package func number(_ name: String) throws(InputError) -> Double? {
    guard let number = try scalar(name, as: Double.self, .number) else { return nil }
    guard number.isFinite else { throw malformed(name, .number) }
    return number
  }

  /// Decodes an integer; `nil` if the property is absent.
  package func wholeNumber(_ name: String) throws(InputError) -> Int? {
    try scalar(name, as: Int.self, .wholeNumber)
  }

  /// Decodes a Boolean; `nil` if the property is absent.
  package func boolean(_ name: String) throws(InputError) -> Bool? {
    try scalar(name, as: Bool.self, .boolean)
  }

  /// Decodes a string that represents a value, such as a date; `nil` if the property is absent.
  package func value<Value: LosslessStringConvertible>(
    _ name: String, _ expected: InputError.Expected
  ) throws(InputError) -> Value? {
    guard let text = try text(name) else { return nil }
    guard let value = Value(text) else { throw malformed(name, expected) }
    return value
  }

  /// Decodes a string that names a case; `nil` if the property is absent.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(InputError)
    -> Choice? where Choice.RawValue == String
  {
    guard let text = try text(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    throw InputError(
      .notOneOf(text: text, allowed: Choice.allCases.map(\.rawValue)), field: path(to: name))
  }

  /// Decodes a nested value; `nil` if the property is absent.
  package func decode<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self, _ expected: InputError.Expected
  ) throws(InputError) -> Value? {
    guard has(name) else { return nil }
    do {
      return try container.decode(Value.self, forKey: Key(name))
    } catch let error as InputError {
      throw error
    } catch {
      throw malformed(name, expected)
    }
  }

  /// Returns the value, or throws an error that the property is missing.
  package func require<Value>(_ value: Value?, _ name: String) throws(InputError) -> Value {
    guard let value else { throw InputError(.missing, field: path(to: name)) }
    return value
  }

  /// Returns the key path of a property from the root, such as `elements.0.every`.
  package func path(to name: String) -> String {
    let path = Properties.path(container.codingPath)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// Returns an error about the value of a property, which it quotes if it is a scalar.
  package func malformed(_ name: String, _ expected: InputError.Expected) -> InputError {
    let text = (try? container.decode(Scalar.self, forKey: Key(name)))?.text ?? "…"
    return InputError(.malformed(text: text, expected), field: path(to: name))
  }

  private func scalar<Value: Decodable>(
    _ name: String, as type: Value.Type, _ expected: InputError.Expected
  ) throws(InputError) -> Value? {
    do {
      return try container.decodeIfPresent(Value.self, forKey: Key(name))
    } catch {
      throw malformed(name, expected)
    }
  }

  /// Returns the key path of coding keys, such as `elements.0.every`.
  package static func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  /// A value that is neither an object nor a list, as text for error messages.
  private struct Scalar: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self.text = text
      } else if let truth = try? value.decode(Bool.self) {
        text = "\(truth)"
      } else if let number = try? value.decode(Int.self) {
        text = "\(number)"
      } else {
        text = "\(try value.decode(Double.self))"
      }
    }
  }

  /// The name of any property.
  package struct Key: CodingKey {
    package var stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
  }
}
