public import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns the fills of the observation window in order of date, with what becomes of their supply.
  ///
  /// Fills of the same date are in order of class, days and dose. Supply from before the window is
  /// carried into it where asked for, as in CMA 7; else the first fill starts with nothing, as in CMA
  /// 5 and 6.
  public func intervals(
    of record: RefillRecord, carryingIn: Bool = false
  ) -> Estimate<[FillInterval]> {
    prepare(record).map { span in
      work.inner.find(span.inside, of: work.supply, until: span.end, query.carryOver)
      return span.inside.map { interval(of: $0, in: span, carryingIn: carryingIn) }
    }
  }

  private func interval(
    of index: Int, in span: SupplySpan, carryingIn: Bool
  ) -> FillInterval {
    let isLast = index + 1 == span.inside.upperBound
    let end = isLast ? span.end : work.supply.dates[index + 1]
    return FillInterval(
      fill: work.supply.fill(index), days: end - work.supply.dates[index],
      carriedOver: carryingIn ? work.whole.carried[index] : work.inner.carried[index],
      gap: carryingIn ? work.gap(after: index, until: end) : work.inner.gaps[index])
  }
}
