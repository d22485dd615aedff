import AdherenceStatistics
import Scheduling

/// Numbers as the summaries and labels of charts have them.
enum ChartText {
  /// A share in percent with one digit behind the point, such as `77.8 %`.
  static func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }

  /// A share in percent, or that there is none.
  static func percent(_ share: Estimate<Double>) -> String { share.value.map(percent) ?? "unknown" }

  /// An interval of shares, such as `71.2 to 83.2 %`.
  static func percent(_ interval: Interval) -> String {
    "\((interval.lower * 1000).rounded() / 10) to \(percent(interval.upper))"
  }

  /// A number with at most one digit behind the point, and none where it is whole.
  static func number(_ number: Double) -> String {
    let tenths = (number * 10).rounded() / 10
    return Int(exactly: tenths).map(String.init) ?? "\(tenths)"
  }

  /// A day as a date.
  static func date(_ day: Int) -> String { CivilDate(dayNumber: day).description }

  /// A level in percent without digits that say nothing, such as `95 %` and `99.8 %`.
  static func level(_ level: Double) -> String { "\(number(level * 100)) %" }
}
