import Scheduling

/// The options of what has none yet.
struct NoOptions: Sendable {
  /// Refuses any option.
  static func read(_ text: UnsafePointer<CChar>?) throws(InputError) {
    var nothing = NoOptions()
    try Option.read(text, [], into: &nothing)
  }
}
