// The ratios of possession: supply is not carried over, and the window's last date is not in it.
extension RefillWork {
  func possession(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.upperBound > span.fills.lowerBound else { return .missing(.noSupply) }
    return share(days(of: fills), of: span.length)
  }

  func modifiedPossession(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard let last = fills.last else { return .missing(.noSupply) }
    return share(days(of: fills), of: time(of: fills) + supply.days[last])
  }

  func complianceRate(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.count > 1 else { return .missing(.tooFew) }
    return share(days(of: fills.dropLast()), of: time(of: fills))
  }

  func meanAvailability(_ span: SupplySpan) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.count > 1 else { return .missing(.tooFew) }
    var (sum, count) = (0.0, 0)
    for index in fills.dropLast() where supply.dates[index + 1] > supply.dates[index] {
      sum += supply.days[index] / (supply.dates[index + 1] - supply.dates[index])
      count += 1
    }
    return count > 0 ? .value(sum / Double(count)) : .missing(.noTime)
  }

  /// The balance of each fill but the last, counted somehow, by the days from the first to the last.
  func gapShare(_ span: SupplySpan, counted: (Double) -> Double) -> Estimate<Double> {
    let fills = fillsBeforeEnd(of: span)
    guard fills.count > 1 else { return .missing(.tooFew) }
    var sum = 0.0
    for index in fills.dropLast() {
      sum += counted(supply.dates[index + 1] - supply.dates[index] - supply.days[index])
    }
    return share(sum, of: time(of: fills))
  }

  private func fillsBeforeEnd(of span: SupplySpan) -> Range<Int> {
    span.inside.lowerBound..<supply.firstIndex(from: span.end, in: span.inside)
  }
}
