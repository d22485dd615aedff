package import Diagnostics
package import Scheduling

/// The days of a report.
package struct MeantDays: Hashable, Sendable {
  /// The days; the upper bound is exclusive.
  package var range: Range<CivilDate>
  /// The given end (exclusive), if the range was clipped to the data.
  package var clippedEnd: CivilDate?

  package init(range: Range<CivilDate>, clippedEnd: CivilDate? = nil) {
    (self.range, self.clippedEnd) = (range, clippedEnd)
  }

  /// The last day.
  package var lastDay: CivilDate { range.upperBound.adding(days: -1) }

  /// The warning about days that are not counted; empty if all are.
  package var warnings: [InputError] {
    guard let clippedEnd else { return [] }
    let rule = InputError.Rule(
      "beyondData",
      "lies beyond the data: the range ends on \(lastDay) with them (--as-of counts later days)",
      keepsRecord: true)
    return [InputError(.against(rule, text: "\(clippedEnd)"), parameter: "to")]
  }
}
