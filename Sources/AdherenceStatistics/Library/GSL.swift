internal import CGSL

/// A safe interface to the GNU Scientific Library.
enum GSL {
  /// Makes failures return status codes or NaN.
  ///
  /// GSL's default handler terminates the process. The handler is one global pointer without a
  /// lock, so it is set once, before any other function of the library is called: every caller
  /// reads this property first.
  static let isReady: Bool = {
    gsl_set_error_handler_off()
    return true
  }()

  /// Returns the result of a function; `nil` if it is NaN or infinite.
  static func finite(_ value: @autoclosure () -> Double) -> Double? {
    guard isReady else { return nil }
    let value = value()
    return value.isFinite ? value : nil
  }
}
