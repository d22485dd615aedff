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
    guard let text else { return }
    let document = JSONDocument()
    do throws(InputError) {
      try document.read(Array(String(cString: text).utf8))
    } catch {
      throw InputError(error.problem, parameter: "options")
    }
    guard document.root.kind == .object else {
      throw InputError(.malformed(text: document.root.source, .object), parameter: "options")
    }
    for (name, value) in document.root.members {
      guard let option = options.first(where: { $0.name == name }) else {
        throw InputError(.unknown(allowed: options.map(\.name)), parameter: name)
      }
      if value.kind != .null { try option.set(&target, value) }
    }
  }
}
