public import AdherenceAnalytics
import Scheduling

extension RefillEvaluator {
  /// Returns a measure in each of the windows that move through the observation window, in order.
  ///
  /// A window that has no value has a reason; ``MissingStatistic/tooFew`` where no window fits. The
  /// days covered are those of each window, whatever period the query's rules have.
  ///
  /// - Complexity: O(*n* + *w* · log *n* + *m*) for *n* fills in order of date and *w* windows that
  ///   have *m* fills together.
  public func slidingValues(
    of measure: RefillMeasure, in record: RefillRecord
  ) -> Estimate<[WindowValue]> {
    prepare(record).flatMap { span in
      let windows = query.sliding.windows(from: Int(span.start), through: Int(span.end))
      guard !windows.isEmpty else { return .missing(.tooFew) }
      let length = query.sliding.length.conventionalDays
      return .value(windows.map { value(of: measure, from: $0, days: length, within: span) })
    }
  }

  private func value(
    of measure: RefillMeasure, from start: Int, days: Int, within span: SupplySpan
  ) -> WindowValue {
    let window = SupplySpan(
      work.supply, fills: span.fills, followUpEnd: span.followUpEnd, start: Double(start),
      end: Double(start + days))
    return WindowValue(
      start: CivilDate(dayNumber: start), end: CivilDate(dayNumber: start + days),
      value: work.value(of: measure, over: window, query))
  }
}

extension SlidingWindows {
  /// The first days of the windows between two days.
  func windows(from first: Int, through last: Int) -> [Int] {
    Array(
      stride(
        from: first + start.conventionalDays, through: last - length.conventionalDays,
        by: step.conventionalDays))
  }
}
