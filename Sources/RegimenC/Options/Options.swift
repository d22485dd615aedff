import Diagnostics
import Formats
import Interchange
import Reporting
import Scheduling

// Safe: C promises a zero at the end of options, which are copied before the call returns.

extension OptionTarget {
  /// Parses an options object; null text is an object without members.
  ///
  /// - Throws: `InputError` that names the option if the text is not a JSON object, an option is
  ///   unknown, or its value is invalid.
  init(
    _ text: UnsafePointer<CChar>?, _ known: [OptionBinding<Self>] = Self.options
  ) throws(InputError) {
    self.init()
    try OptionBinding.parse(try JSONDocument(options: text)?.root, known, into: &self)
    try check()
  }
}

extension JSONDocument {
  /// Parses an options object; `nil` for null text.
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

/// The empty set of options.
struct NoOptions: OptionTarget {
  static let options: [OptionBinding<NoOptions>] = []
}

extension CohortParameters {
  /// Parses the options of a question that a run may cancel.
  init(
    _ text: UnsafePointer<CChar>?, _ known: [OptionBinding<Self>], _ run: Run?
  ) throws(InputError) {
    try self.init(text, known)
    guard let run else { return }
    options.cancellation = run.cancellation
    options.progress = { run.note($0) }
  }
}

extension TableParameters {
  /// Returns whether the options have a schedule, ignoring all other options.
  static func hasSchedule(_ text: UnsafePointer<CChar>?) throws(InputError) -> Bool {
    let node = try JSONDocument(options: text)?.root["schedule"]
    return node.map { $0.kind != .null } ?? false
  }
}
