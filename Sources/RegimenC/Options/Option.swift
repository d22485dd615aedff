import Interchange
import Scheduling

/// A name that an object of options may have, and what its value sets.
struct Option<Target>: Sendable {
  let name: String
  private let apply: @Sendable (JSONNode, inout Target) throws(InputError) -> Void

  /// An option that does something with its value.
  init<Value>(
    _ name: String, _ reading: OptionReading<Value>,
    _ set: @escaping @Sendable (inout Target, Value) throws(InputError) -> Void
  ) {
    self.name = name
    apply = { node, target throws(InputError) in try set(&target, try reading.read(node)) }
  }

  /// An option that is a part of its target.
  init<Value>(
    _ name: String, _ reading: OptionReading<Value>,
    _ path: any WritableKeyPath<Target, Value> & Sendable
  ) {
    self.init(name, reading) { $0[keyPath: path] = $1 }
  }

  /// An option that is a part of its target and may be absent there.
  init<Value>(
    _ name: String, _ reading: OptionReading<Value>,
    _ path: any WritableKeyPath<Target, Value?> & Sendable
  ) {
    self.init(name, reading) { $0[keyPath: path] = $1 }
  }

  /// The same option of something that its target is a part of.
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
  /// Reads an object of options; no text is one without any, and a null is an option that was not set.
  ///
  /// Safe: the caller promises a zero at the end of the text, which is copied.
  ///
  /// - Throws: `InputError` that names the option, where the text is no object of JSON, an option is not
  ///   known, or its value is none that it takes.
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
  /// Parses an object of options; `nil` without a text.
  ///
  /// Safe: the caller promises a zero at the end of the text, which is copied.
  ///
  /// - Throws: `InputError` where the text is no object of JSON.
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
