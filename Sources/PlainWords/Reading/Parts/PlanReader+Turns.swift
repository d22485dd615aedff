import Scheduling

// Amounts that follow each other.
extension PlanReader {
  /// `40-30-20-10`: amounts that follow each other and not those of one day, which are at most four of less than ten.
  mutating func turns() -> [Double]? {
    if let amounts = listedTurns() { return amounts }
    guard let amounts = kind()?.pattern, !amounts.contains(0) else { return nil }
    let isOfDay = amounts.count < 5 && amounts.allSatisfy { $0 < 10 }
    guard amounts.areOneWay, !isOfDay || traits.namesEach else {
      return nil
    }
    return take(kind: \.pattern)
  }

  /// `40, 30, 20, 10 mg` and `40 mg, 30 mg, 20 mg` up to the last unit, in a plan with a length for each.
  private mutating func listedTurns() -> [Double]? {
    guard traits.namesEach else { return nil }
    let begin = place
    var (amounts, units, end) = ([Double](), Set<String>(), place)
    repeat {
      guard let amount = take(kind: \.decimal) ?? take(kind: \.number).map(Double.init) else {
        break
      }
      amounts.append(amount)
      end = place
      if let unit = unit() { units.insert(Units.singular(unit)) }
    } while separator()
    place = end
    var ahead = self
    guard amounts.count > 2, amounts.areOneWay, units.count == 1, ahead.unit() != nil else {
      place = begin
      return nil
    }
    return amounts
  }
}

extension [Double] {
  /// Whether the numbers only increase or only decrease.
  var areOneWay: Bool {
    [self, reversed()].contains { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } }
  }
}
