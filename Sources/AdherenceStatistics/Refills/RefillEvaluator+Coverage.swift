public import AdherenceAnalytics
import Scheduling

extension RefillEvaluator {
  /// Returns the days on which a patient had supply, of those from the first fill to the end of the
  /// period.
  ///
  /// The period is that of ``RefillQuery/coverage``, and ends with the record's last day where that
  /// is earlier. Supply for a part of a day covers none.
  ///
  /// - Complexity: O(*n* + *c* · *d*) for *n* fills of *c* classes and *d* days, where the fills are
  ///   in order of date.
  public func daysCovered(in record: RefillRecord) -> Estimate<DaysCovered> {
    if let reason = work.load(record) { return .missing(reason) }
    return daysCovered()
  }

  /// The days covered by the fills that are loaded.
  func daysCovered() -> Estimate<DaysCovered> {
    period().flatMap { work.daysCovered(in: $0, query.coverage) }
  }

  /// The days in which fills count.
  private func period() -> Estimate<Range<Int>> {
    if let dates = query.coverage.period {
      return .value(dates.lowerBound.dayNumber..<dates.upperBound.dayNumber + 1)
    }
    return work.windows(query).map {
      $0.observation.lowerBound.dayNumber..<$0.observation.upperBound.dayNumber
    }
  }
}
