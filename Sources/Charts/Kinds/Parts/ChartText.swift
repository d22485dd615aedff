import AdherenceStatistics
import Scheduling

/// Formats numbers in summaries and labels.
enum ChartText {
  /// Formats a share in percent with one decimal, such as `77.8 %`.
  static func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }

  /// Formats a share in percent, or `unknown`.
  static func percent(_ share: Estimate<Double>) -> String { share.value.map(percent) ?? "unknown" }

  /// Formats an interval of shares, such as `71.2 to 83.2 %`.
  static func percent(_ interval: Interval) -> String {
    "\((interval.lower * 1000).rounded() / 10) to \(percent(interval.upper))"
  }

  /// Formats a number with at most one decimal, with separators of thousands.
  static func number(_ number: Double) -> String { number.grouped }

  /// Formats a day number as a date.
  static func date(_ day: Int) -> String { CivilDate(dayNumber: day).description }

  /// Formats a level in percent without trailing zeros, such as `95 %` and `99.8 %`.
  static func level(_ level: Double) -> String { "\(number(level * 100)) %" }
}
