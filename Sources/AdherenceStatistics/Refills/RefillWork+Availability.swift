// CMA 1 to 9.
extension RefillWork {
  func supplyToLastFill(_ span: SupplySpan) -> Estimate<Double> {
    guard span.inside.count > 1 else { return .missing(.tooFew) }
    return share(days(of: span.inside.dropLast()), of: time(of: span.inside))
  }

  func supplyToEnd(_ span: SupplySpan) -> Estimate<Double> {
    guard let first = span.inside.first else { return .missing(.noSupply) }
    return share(days(of: span.inside), of: span.end - supply.dates[first])
  }

  mutating func coverageToLastFill(_ span: SupplySpan, _ rule: CarryOver) -> Estimate<Double> {
    guard span.inside.count > 1 else { return .missing(.tooFew) }
    inner.find(span.inside, of: supply, until: span.end, rule)
    let time = time(of: span.inside)
    return share(time - inner.sum(span.inside.dropLast()), of: time)
  }

  mutating func coverageToEnd(_ span: SupplySpan, _ rule: CarryOver) -> Estimate<Double> {
    guard let first = span.inside.first else { return .missing(.noSupply) }
    inner.find(span.inside, of: supply, until: span.end, rule)
    let time = span.end - supply.dates[first]
    return share(time - inner.sum(span.inside), of: time)
  }

  func coverage(_ span: SupplySpan) -> Estimate<Double> {
    guard span.inside.upperBound > span.fills.lowerBound else { return .missing(.noSupply) }
    let last = span.inside.upperBound - 1
    let tail = gap(after: last, until: span.end)
    guard let first = span.inside.first else {
      return share(max(0, span.length - tail), of: span.length)
    }
    let gaps = gapBefore(first, in: span) + whole.sum(first..<last) + tail
    return share(span.length - gaps, of: span.length)
  }

  /// The days without supply from the start of a window to the first fill in it.
  private func gapBefore(_ first: Int, in span: SupplySpan) -> Double {
    let days = supply.dates[first] - span.start
    return first > span.fills.lowerBound ? min(whole.gaps[first - 1], days) : days
  }

  func coverageAfterEarlierSupply(_ span: SupplySpan) -> Estimate<Double> {
    var start = span.start
    for index in span.fills.lowerBound..<span.inside.lowerBound {
      start = max(start, supply.dates[index] + supply.days[index] + whole.carried[index])
    }
    guard start < span.end else { return .missing(.noTime) }
    let end = start + (span.end - start).rounded(.toNearestOrEven)
    return coverage(
      SupplySpan(
        supply, fills: span.fills, followUpEnd: span.followUpEnd, start: start, end: end))
  }

  func meanOfIntervals(_ span: SupplySpan) -> Estimate<Double> {
    guard span.length > 0 else { return .missing(.noTime) }
    guard span.inside.upperBound > span.fills.lowerBound else { return .missing(.noSupply) }
    var covered = 0.0
    for index in span.fills.lowerBound..<span.inside.upperBound {
      let start = supply.dates[index]
      let isLast = index + 1 == span.fills.upperBound
      let end = isLast ? span.followUpEnd : supply.dates[index + 1]
      let days = min(end, span.end) - max(start, span.start)
      if days > 0 { covered += days * (1 - whole.gaps[index] / (end - start)) }
    }
    return .value(covered / span.length)
  }
}

extension GapColumns {
  /// The gaps of some fills together.
  func sum(_ fills: Range<Int>) -> Double {
    var sum = 0.0
    for index in fills { sum += gaps[index] }
    return sum
  }
}
