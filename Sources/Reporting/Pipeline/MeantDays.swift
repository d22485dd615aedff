package import Scheduling

/// The days of a report.
package struct MeantDays: Hashable, Sendable {
  /// The days; the upper one is not included.
  package var range: Range<CivilDate>
  /// The end (exclusive) that was given, where the days beyond the data are not counted.
  package var clippedEnd: CivilDate?

  package init(range: Range<CivilDate>, clippedEnd: CivilDate? = nil) {
    (self.range, self.clippedEnd) = (range, clippedEnd)
  }

  /// The last day.
  package var lastDay: CivilDate { range.upperBound.adding(days: -1) }

  /// What a report says of days that are not counted; nothing where all are.
  package var warnings: [InputError] {
    guard let clippedEnd else { return [] }
    let rule = InputError.Rule(
      "beyondData",
      "lies beyond the data: the range ends on \(lastDay) with them (--as-of counts later days)",
      keepsRecord: true)
    return [InputError(.against(rule, text: "\(clippedEnd)"), parameter: "to")]
  }
}
