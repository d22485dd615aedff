import Scheduling

/// The targets that a value is held against.
struct HeldTargets {
  private let targets: [ScheduleElement.Target]
  /// The amounts that all of them allow, in the unit of the value; `nil` where there are none.
  let band: ClosedRange<Double>?

  /// Keeps those that ask for values of the sort.
  ///
  /// - Parameters:
  ///   - targets: The targets of the value's place.
  ///   - converted: The value in their unit.
  ///   - value: The value as it was recorded.
  ///   - conversions: How units are converted.
  init(
    _ targets: [ScheduleElement.Target], for converted: OutcomeValue, as value: OutcomeValue,
    _ conversions: UnitConversions
  ) {
    self.targets = targets.filter { $0.comparesWith(converted) }
    band = self.targets.band(for: value, conversions)
  }

  /// Whether a value in their unit is as they want it; `nil` without any.
  func isMet(by converted: OutcomeValue) -> Bool? {
    targets.isEmpty ? nil : targets.allSatisfy { $0.isMet(by: converted) }
  }
}

extension ScheduleElement.Target {
  /// What sort of value it asks for.
  var type: ValueType {
    switch condition {
    case .within: .number
    case .atLeast(let value), .atMost(let value), .exactly(let value): value.type
    }
  }

  /// Whether a value is of its sort, and in its units.
  fileprivate func comparesWith(_ value: OutcomeValue) -> Bool {
    type == value.content.type && takesUnits(of: value)
  }
}

extension [ScheduleElement.Target] {
  /// The amounts that all of them allow, in the unit of a value; `nil` where there are none.
  fileprivate func band(for value: OutcomeValue, _ conversions: UnitConversions)
    -> ClosedRange<Double>?
  {
    let allowed = compactMap { $0.allowed(for: value, conversions) }
    guard let low = allowed.map(\.lowerBound).max(), let high = allowed.map(\.upperBound).min(),
      low <= high
    else { return nil }
    return low...high
  }
}

extension ScheduleElement.Target {
  /// The amounts that meet it, in the unit of a value; `nil` where it asks for something else.
  fileprivate func allowed(for value: OutcomeValue, _ conversions: UnitConversions)
    -> ClosedRange<Double>?
  {
    guard let range = amounts, let own = value.units, let units, own != units else {
      return amounts
    }
    let ends = [range.lowerBound, range.upperBound].compactMap {
      conversions.amount(of: $0, from: units, to: own, kind: value.kind)
    }
    return ends.count < 2 ? nil : Swift.min(ends[0], ends[1])...Swift.max(ends[0], ends[1])
  }

  /// The amounts that meet it; `nil` where it asks for something else.
  private var amounts: ClosedRange<Double>? {
    switch condition {
    case .within(let range): range
    case .atLeast(.number(let amount)): amount...Double.infinity
    case .atMost(.number(let amount)): -Double.infinity...amount
    case .exactly(.number(let amount)): amount...amount
    case .atLeast, .atMost, .exactly: nil
    }
  }
}
