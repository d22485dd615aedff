package import Scheduling

/// The sums of the values of one occurrence's outcome and of its targets.
public struct ScoredSums: Hashable, Sendable {
  /// The sum of the credited values.
  public var value = 0.0
  /// The sum of the targets' lower bounds; `nil` without targets.
  public private(set) var target: Double?
  /// The sum of the targets' upper bounds; `nil` if one of them is unbounded.
  public private(set) var limit: Double?
  /// The number of values in no sum: in units that no target has, or not finite.
  package var uncredited = 0
  /// The credit of the values for each target separately, if the targets have bounds that cannot be checked
  /// by a sum; `nil` without an outcome.
  var apart: TargetCredit?

  /// Creates the sums of an element's targets.
  init(targets: [ScheduleElement.Target]) {
    guard !targets.isEmpty else { return }
    let bounds = targets.map(\.bounds)
    target = bounds.reduce(0) { $0 + $1.least }
    let limit = bounds.reduce(0) { $0 + $1.most }
    self.limit = limit < .infinity ? limit : nil
  }

  /// Creates the sums of values and targets.
  init(of values: [OutcomeValue], against targets: [ScheduleElement.Target]) {
    self.init(targets: targets)
    for value in values where !value.isCredited(by: targets) { uncredited += 1 }
    value = values.filter { $0.isCredited(by: targets) }.map(\.amount).orderlessSum
  }

  /// The value, clamped to 0 and the target.
  ///
  /// If any target is not `atLeast`, each is credited separately: up to its lower bound, and 0 if every value
  /// exceeds its upper bound.
  public var credited: Double {
    apart?.amount ?? target.map { max(0, min(value, $0)) } ?? value
  }

  /// The share of the targets reached, 1 if they are met: that of their sum, or the mean over the targets if
  /// any is not `atLeast`.
  var share: Double {
    if let apart { return apart.share }
    return target.map(reached) ?? 1
  }

  /// The share of the target reached; 0 above the limit.
  var progress: Double {
    guard let target else { return value > 0 ? 1 : 0 }
    if let limit, value > limit.raisedByTolerance { return 0 }
    return reached(of: target)
  }

  /// Returns the share of a lower bound that the value reaches.
  ///
  /// For a bound above 0 that is a fraction, for one below 0 it is 0 or 1; a bound of 0 requires only an
  /// outcome.
  private func reached(of target: Double) -> Double {
    if target == 0 || value >= target.loweredByTolerance { return 1 }
    return target > 0 ? max(0, value / target) : 0
  }
}

extension OutcomeValue {
  /// Returns whether the value can be summed: it is finite, in units that a target has, and not negative if
  /// that target excludes negative values.
  package func isCredited(by targets: [ScheduleElement.Target]) -> Bool {
    amount.isFinite && (targets.isEmpty || targets.contains { $0.takes(self) })
  }
}

extension ScheduleElement.Target {
  /// Returns whether a value is in the target's units, or either has none.
  func takesUnits(of value: OutcomeValue) -> Bool {
    units == nil || value.units == nil || units == value.units
  }

  /// Returns whether a value is in the target's units, and not negative if the target excludes negative
  /// values.
  func takes(_ value: OutcomeValue) -> Bool {
    takesUnits(of: value) && (!isNonNegative || value.amount >= 0)
  }

  /// The amounts that meet the target; for other types, the contribution of the value to a sum.
  var bounds: (least: Double, most: Double) {
    switch condition {
    case .atMost(.number(let amount)): (0, amount)
    case .exactly(.number(let amount)): (amount, amount)
    case .within(let range): (range.lowerBound, range.upperBound)
    case .atLeast(let value), .atMost(let value), .exactly(let value): (value.amount, .infinity)
    }
  }
}

extension [ScheduleElement.Target] {
  /// Returns the amounts of the values that can be summed, in the targets' units.
  func credited(_ values: [OutcomeValue], by conversions: UnitConversions) -> [Double] {
    converting(values, by: conversions).filter { $0.isCredited(by: self) }.map(\.amount)
  }
}

extension [Double] {
  /// The sum, exactly the same for any order of the numbers.
  var orderlessSum: Double { count < 3 ? reduce(0, +) : sorted().reduce(0, +) }
}

extension Double {
  /// Whether it is an amount that every target in its units credits.
  var isPlain: Bool { self >= 0 && self < .infinity }

  /// Whether sums of such numbers are exact, so that neither order nor grouping matters: multiples of
  /// 1/65,536 below 65,536, of which two million can be added.
  var addsExactly: Bool {
    guard magnitude < 65_536 else { return false }
    let scaled = self * 65_536
    return scaled == Double(Int64(scaled))
  }
}
