/// The properties of a JSON object, read strictly: every failure is an ``InputError`` that names the
/// property by its path, and properties that nobody knows are failures too.
package struct Properties {
  private let container: KeyedDecodingContainer<Key>

  /// Opens an object.
  ///
  /// - Parameters:
  ///   - decoder: Where the object stands.
  ///   - known: Every property that the object may have.
  /// - Throws: ``InputError`` where there is no object, or one with a property not in `known`.
  package init(of decoder: any Decoder, known: [String]) throws(InputError) {
    do {
      container = try decoder.container(keyedBy: Key.self)
    } catch {
      let path = Properties.path(decoder.codingPath)
      let text = (try? Scalar(from: decoder))?.text ?? "…"
      throw InputError(.malformed(text: text, .object), field: path.isEmpty ? nil : path)
    }
    // The names come in another order each time: of several the first by the alphabet is said.
    let names = container.allKeys.lazy.map(\.stringValue)
    if let name = names.filter({ !known.contains($0) }).min() {
      throw InputError(.unknown(allowed: known), field: path(to: name))
    }
  }

  /// Says whether a property is there and not null.
  package func has(_ name: String) -> Bool {
    container.contains(Key(name)) && (try? container.decodeNil(forKey: Key(name))) == false
  }

  /// A text, or `nil` where the property is absent.
  package func text(_ name: String) throws(InputError) -> String? {
    guard let text = try scalar(name, as: String.self, .text) else { return nil }
    return try InputError.requireFewMarks(text, field: path(to: name))
  }

  /// A finite number.
  package func number(_ name: String) throws(InputError) -> Double? {
    guard let number = try scalar(name, as: Double.self, .number) else { return nil }
    guard number.isFinite else { throw malformed(name, .number) }
    return number
  }

  /// A whole number.
  package func wholeNumber(_ name: String) throws(InputError) -> Int? {
    try scalar(name, as: Int.self, .wholeNumber)
  }

  /// A truth value.
  package func boolean(_ name: String) throws(InputError) -> Bool? {
    try scalar(name, as: Bool.self, .boolean)
  }

  /// A text that reads as a value, such as a date.
  package func value<Value: LosslessStringConvertible>(
    _ name: String, _ expected: InputError.Expected
  ) throws(InputError) -> Value? {
    guard let text = try text(name) else { return nil }
    guard let value = Value(text) else { throw malformed(name, expected) }
    return value
  }

  /// A text that names a case.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(InputError)
    -> Choice? where Choice.RawValue == String
  {
    guard let text = try text(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    throw InputError(
      .notOneOf(text: text, allowed: Choice.allCases.map(\.rawValue)), field: path(to: name))
  }

  /// Anything that knows how to decode itself.
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

  /// The value, or an error that the property is missing.
  package func require<Value>(_ value: Value?, _ name: String) throws(InputError) -> Value {
    guard let value else { throw InputError(.missing, field: path(to: name)) }
    return value
  }

  /// The path of a property from the root, such as `elements.0.every`.
  package func path(to name: String) -> String {
    let path = Properties.path(container.codingPath)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// An error about the value of a property, quoting it where it is a scalar.
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

  /// The keys as one text, such as `elements.0.every`.
  package static func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  /// A value that is neither an object nor a list, as a message shows it.
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
