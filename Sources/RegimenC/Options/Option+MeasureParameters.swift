import AdherenceAnalytics
import AdherenceStatistics
import Reporting

// The parameters of measures.
extension Option<CohortParameters> {
  static let ofParameters = Option<MeasureParameters>.all.map {
    $0.of(\CohortParameters.contents.parameters)
  }
}

extension Option<MeasureParameters> {
  fileprivate static let all: [Option<MeasureParameters>] = [
    Option("threshold", .text("be a share from 0 to 1"), \.threshold),
    Option("confidence", .number, \.confidence),
    Option("nearPlannedMinutes", .whole(0...1440, "be 0 to 1440")) {
      $0.nearPlannedSeconds = 60 * $1
    },
    Option("intervalTolerance", .number, \.intervalTolerance),
    Option("gapDays", .whole, \.gapDays),
    Option("graceDays", .whole, \.graceDays),
    Option("restart", .choice, \.restart),
    Option("holidayDays", .whole, \.holidayDays),
    Option("rollingDays", .whole, \.rollingDays),
    Option("coverage", .number, \.coverageIntervals),
    Option("halfLife", .number, \.halfLifeIntervals),
    Option("pkThreshold", .number, \.pkThreshold),
    Option("horizonDays", .whole, \.horizonDays),
    Option("resamples", .whole, \.resamples),
    Option("seed", .whole(0..., "be 0 or more")) { $0.seed = UInt64($1) },
    Option("clusters", .whole, \.clusters),
  ]
}
