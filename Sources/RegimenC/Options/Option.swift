import Diagnostics
import Formats
import Interchange
import Scheduling

/// A named member of an options object, and the property that its value sets.
struct Option<Target>: Sendable {
  let name: String
  private let apply: @Sendable (JSONNode, inout Target) throws(InputError) -> Void

  /// Creates an option that passes its value to a closure.
  init<Value>(
    _ name: String, _ reading: OptionReading<Value>,
    _ set: @escaping @Sendable (inout Target, Value) throws(InputError) -> Void
  ) {
    self.name = name
    apply = { node, target throws(InputError) in try set(&target, try reading.read(node)) }
  }

  /// Creates an option that sets a property.
  init<Value>(
    _ name: String, _ reading: OptionReading<Value>,
    _ path: any WritableKeyPath<Target, Value> & Sendable
  ) {
    self.init(name, reading) { $0[keyPath: path] = $1 }
  }

  /// Creates an option that sets an optional property.
  init<Value>(
    _ name: String, _ reading: OptionReading<Value>,
    _ path: any WritableKeyPath<Target, Value?> & Sendable
  ) {
    self.init(name, reading) { $0[keyPath: path] = $1 }
  }

  /// Returns the same option for a containing value.
  func of<Whole>(_ path: any WritableKeyPath<Whole, Target> & Sendable) -> Option<Whole> {
    Option<Whole>(name) { node, whole throws(InputError) in try apply(node, &whole[keyPath: path]) }
  }

  private init(
    _ name: String, apply: @escaping @Sendable (JSONNode, inout Target) throws(InputError) -> Void
  ) {
    (self.name, self.apply) = (name, apply)
  }

  fileprivate func set(_ target: inout Target, _ node: JSONNode) throws(InputError) {
    do throws(InputError) {
      try apply(node, &target)
    } catch {
      throw InputError(error.problem, parameter: name)
    }
  }
}

extension Option {
  /// Parses an options object; null text is an object without members, and a null value is an unset
  /// option.
  ///
  /// Safe: the caller promises a zero at the end of the text, which is copied.
  ///
  /// - Throws: `InputError` that names the option if the text is not a JSON object, an option is
  ///   unknown, or its value is invalid.
  static func read(
    _ text: UnsafePointer<CChar>?, _ options: [Option], into target: inout Target
  ) throws(InputError) {
    guard let document = try JSONDocument(options: text) else { return }
    for (name, value) in document.root.members {
      guard let option = options.first(where: { $0.name == name }) else {
        throw InputError(.unknown(allowed: options.map(\.name)), parameter: name)
      }
      if value.kind != .null { try option.set(&target, value) }
    }
  }
}

extension JSONDocument {
  /// Parses an options object; `nil` for null text.
  ///
  /// Safe: the caller promises a zero at the end of the text, which is copied.
  ///
  /// - Throws: `InputError` if the text is not a JSON object.
  convenience init?(options text: UnsafePointer<CChar>?) throws(InputError) {
    guard let text else { return nil }
    self.init()
    do throws(InputError) {
      try read(Array(String(cString: text).utf8))
    } catch {
      throw InputError(error.problem, parameter: "options")
    }
    guard root.kind == .object else {
      throw InputError(.malformed(text: root.source, .object), parameter: "options")
    }
  }
}
