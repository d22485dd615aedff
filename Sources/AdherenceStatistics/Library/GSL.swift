internal import CGSL

/// The GNU Scientific Library, made safe to call.
enum GSL {
  /// Makes failures come back as status codes or NaN.
  ///
  /// GSL's own handler ends the process. It is one global pointer without a lock, so that it is set
  /// once, before anything else of the library is called: whatever calls it reads this first.
  static let isReady: Bool = {
    gsl_set_error_handler_off()
    return true
  }()

  /// The result of a function that says with a NaN or an infinity that it has none; `nil` then.
  static func finite(_ value: @autoclosure () -> Double) -> Double? {
    guard isReady else { return nil }
    let value = value()
    return value.isFinite ? value : nil
  }
}
