import Diagnostics

/// The empty set of options.
struct NoOptions: Sendable {
  /// Rejects any option.
  ///
  /// Safe: the text is read here and not kept.
  static func read(_ text: UnsafePointer<CChar>?) throws(InputError) {
    var nothing = NoOptions()
    try Option.read(text, [], into: &nothing)
  }
}
