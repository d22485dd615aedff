import Scheduling

/// The options of what has none yet.
struct NoOptions: Sendable {
  /// Refuses any option.
  ///
  /// Safe: the text is read here and not kept.
  static func read(_ text: UnsafePointer<CChar>?) throws(InputError) {
    var nothing = NoOptions()
    try Option.read(text, [], into: &nothing)
  }
}
