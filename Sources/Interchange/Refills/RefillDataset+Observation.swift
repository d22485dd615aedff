import AdherenceAnalytics
import Diagnostics
import Scheduling

extension RefillScan.Findings {
  /// Returns the findings with a warning for each fill with a far date.
  func telling(_ far: OutlyingDates, in fills: FillTable) -> RefillScan.Findings {
    if far.isEmpty { return self }
    var findings = self
    for row in fills.rows where far.contains(row.day) {
      let date = CivilDate(dayNumber: Int(row.day))
      let warning = InputError(.against(.keptFarDate, text: "\(date)"), field: "date")
      findings.warn(warning.at(record: "patient \(fills.patients.names[Int(row.patient)])"))
    }
    return findings
  }
}

extension FillTable {
  /// Returns the first and last day of some fills; `nil` if there are none.
  func days(where isUsed: (Int32) -> Bool) -> ClosedRange<CivilDate>? {
    var days: ClosedRange<Int32>?
    for row in rows where isUsed(row.day) {
      days =
        days.map { min($0.lowerBound, row.day)...max($0.upperBound, row.day) } ?? row.day...row.day
    }
    return days.map {
      CivilDate(dayNumber: Int($0.lowerBound))...CivilDate(dayNumber: Int($0.upperBound))
    }
  }
}

extension [Int32: ObservationPeriod] {
  /// Returns the last day of any observation period, at least that of the last fill; `nil` if there
  /// is no fill.
  func lastDay(atLeast lastFill: CivilDate?) -> CivilDate? {
    lastFill.map { values.compactMap(\.to).reduce($0) { Swift.max($0, $1) } }
  }

  /// Removes ends that are years after the last fill, such as 9999-12-31, and returns their number.
  mutating func openEnds(farAfter lastFill: CivilDate?) -> Int {
    guard let limit = lastFill?.adding(days: 366 * OutlyingDates.gap) else { return 0 }
    var count = 0
    for (place, period) in self where period.to.map({ $0 > limit }) == true {
      self[place]?.to = nil
      count += 1
    }
    return count
  }
}

extension ObservationPeriod {
  /// The observation period without an end cause in free text.
  var withoutFreeText: ObservationPeriod {
    var period = self
    period.endCause = endCause.flatMap { EndCause.known.contains($0) ? $0 : nil }
    return period
  }
}
