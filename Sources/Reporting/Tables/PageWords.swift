import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// Formatting of numbers as text.
enum PageWords {
  /// Formats a confidence interval, as `95 % interval: 71.2 to 83.2 %`; empty without an interval.
  static func between(_ interval: Interval?, level: Double) -> String {
    guard let interval else { return "" }
    let lower = TextTable.percent(interval.lower).dropLast(2)
    return "\(percent(level)) % interval: \(lower) to \(TextTable.percent(interval.upper))"
  }

  private static func percent(_ share: Double) -> String {
    let percent = (share * 100 * 1e6).rounded() / 1e6
    return percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
  }

  /// Formats an integer, or an amount with one decimal, with separators of thousands.
  static func amount(_ amount: Double) -> String {
    let text = amount.grouped
    // A fraction is not written as a whole number.
    let isRounded = amount.isFinite && amount != amount.rounded() && !text.contains(".")
    return isRounded ? text + ".0" : text
  }

  /// Formats an integer with separators of thousands, as `12,345`.
  static func amount(_ number: Int) -> String { number.grouped }

  /// Formats a count with its noun: `1 day`, `2 days`.
  static func count(_ number: Int, _ thing: String) -> String {
    "\(amount(number)) \(thing)\(number == 1 ? "" : "s")"
  }
}

extension MissingRatio {
  /// The reason as text.
  var words: String {
    switch self {
    case .noTasks: "no task counts"
    case .dataRejected: "data rejected"
    case .noOccurrences: "nothing was due"
    case .eventMissing: "no event yet that the plan follows"
    case .allOnHold: "all on hold"
    case .allExcused: "all was declined and excused"
    case .allPending: "nothing is over yet"
    case .asNeeded: "used as needed"
    }
  }
}
