package import Scheduling

/// The amounts of one occurrence's outcome, beside what was asked for.
public struct ScoredSums: Hashable, Sendable {
  /// The sum of the values that can be credited.
  public var value = 0.0
  /// The sum of what the targets ask for at least; `nil` without any.
  public private(set) var target: Double?
  /// The sum of what the targets allow at most; `nil` where one of them sets no bound.
  public private(set) var limit: Double?
  /// The values that are in no sum: in units that no target has, or no finite numbers.
  package var uncredited = 0
  /// What the values earn of the targets one by one, where these set bounds that a sum cannot tell;
  /// `nil` without an outcome.
  var apart: TargetCredit?

  /// Sums the targets of an element.
  init(targets: [ScheduleElement.Target]) {
    guard !targets.isEmpty else { return }
    let bounds = targets.map(\.bounds)
    target = bounds.reduce(0) { $0 + $1.least }
    let limit = bounds.reduce(0) { $0 + $1.most }
    self.limit = limit < .infinity ? limit : nil
  }

  /// Sums values and targets.
  init(of values: [OutcomeValue], against targets: [ScheduleElement.Target]) {
    self.init(targets: targets)
    for value in values where !value.isCredited(by: targets) { uncredited += 1 }
    value = values.filter { $0.isCredited(by: targets) }.map(\.amount).orderlessSum
  }

  /// The value, at most the target, and nothing of a value below 0.
  ///
  /// Where a target is more than `atLeast`, each is credited by itself: up to its lower end, and with
  /// nothing where no value keeps to its upper end.
  public var credited: Double {
    apart?.amount ?? target.map { max(0, min(value, $0)) } ?? value
  }

  /// The share of the targets that an outcome earns, 1 where they are met: that of their sum, or, where a
  /// target is more than `atLeast`, the mean over the targets.
  var share: Double {
    if let apart { return apart.share }
    return target.map(reached) ?? 1
  }

  /// The share of the target that was reached; none of it above the limit.
  var progress: Double {
    guard let target else { return value > 0 ? 1 : 0 }
    if let limit, value > limit.stretched { return 0 }
    return reached(of: target)
  }

  /// The share of a lower end that the value reaches.
  ///
  /// Of an end above 0 that is a part, of one below all or nothing; an end of 0 asks for an outcome alone.
  private func reached(of target: Double) -> Double {
    if target == 0 || value >= target.shortened { return 1 }
    return target > 0 ? max(0, value / target) : 0
  }
}

extension OutcomeValue {
  /// Whether a sum can take the value: it is finite, in units that a target has, and not below 0 where that
  /// target allows no such value.
  package func isCredited(by targets: [ScheduleElement.Target]) -> Bool {
    amount.isFinite && (targets.isEmpty || targets.contains { $0.takes(self) })
  }
}

extension ScheduleElement.Target {
  /// Whether a value is in the target's units; where either names none, it is.
  func takesUnits(of value: OutcomeValue) -> Bool {
    units == nil || value.units == nil || units == value.units
  }

  /// Whether a value is in the target's units, and not below 0 where the target allows no such value.
  func takes(_ value: OutcomeValue) -> Bool {
    takesUnits(of: value) && (!isNonNegative || value.amount >= 0)
  }

  /// The amounts that meet the target; what is no number asks for what it would add to a sum.
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
  /// The amounts of values that a sum can take, in the targets' units.
  func credited(_ values: [OutcomeValue], by conversions: UnitConversions) -> [Double] {
    converting(values, by: conversions).filter { $0.isCredited(by: self) }.map(\.amount)
  }
}

extension [Double] {
  /// The sum, the same to the last digit in whatever order the numbers stand.
  var orderlessSum: Double { count < 3 ? reduce(0, +) : sorted().reduce(0, +) }
}

extension Double {
  /// Whether it is an amount that every target takes, if its units are right.
  var isPlain: Bool { self >= 0 && self < .infinity }

  /// Whether sums of such numbers are exact, so that neither their order nor their grouping matters:
  /// multiples of 1/65,536 below 65,536, of which there may be two million.
  var addsExactly: Bool {
    guard magnitude < 65_536 else { return false }
    let scaled = self * 65_536
    return scaled == Double(Int64(scaled))
  }
}
