public import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns the fills of the observation window in order of date, with what becomes of their supply.
  ///
  /// Fills of the same date are in order of class, days and dose. The first fill starts with nothing
  /// carried over, as in CMA 5 and 6. Where supply is to be carried into the window, as in CMA 7, the
  /// fills of the follow-up before the window come first.
  public func intervals(
    of record: RefillRecord, carryingIn: Bool = false
  ) -> Estimate<[FillInterval]> {
    prepare(record).map { span in
      let fills = carryingIn ? span.fills.lowerBound..<span.inside.upperBound : span.inside
      work.inner.find(fills, of: work.supply, until: span.end, query.carryOver)
      return fills.map { interval(of: $0, before: fills.upperBound, end: span.end) }
    }
  }

  private func interval(of index: Int, before last: Int, end: Double) -> FillInterval {
    let next = index + 1 == last ? end : work.supply.dates[index + 1]
    return FillInterval(
      fill: work.supply.fill(index), days: next - work.supply.dates[index],
      carriedOver: work.inner.carried[index], gap: work.inner.gaps[index])
  }
}
