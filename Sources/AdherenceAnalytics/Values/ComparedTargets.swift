import Scheduling

/// The targets that a value is compared with.
struct ComparedTargets {
  private let targets: [ScheduleElement.Target]
  /// The amounts that all of them allow, in the unit of the value; `nil` if there are none.
  let band: ClosedRange<Double>?

  /// Keeps the targets of the value's type.
  ///
  /// - Parameters:
  ///   - targets: The targets paired with the value.
  ///   - converted: The value in their unit.
  ///   - value: The value as recorded.
  ///   - conversions: The unit conversions.
  init(
    _ targets: [ScheduleElement.Target], for converted: OutcomeValue, as value: OutcomeValue,
    _ conversions: UnitConversions
  ) {
    self.targets = targets.filter { $0.comparesWith(converted) }
    band = self.targets.band(for: value, conversions)
  }

  /// Returns whether a value in their unit meets them; `nil` without any.
  func isMet(by converted: OutcomeValue) -> Bool? {
    targets.isEmpty ? nil : targets.allSatisfy { $0.isMet(by: converted) }
  }
}

extension ScheduleElement.Target {
  /// The type of the required value.
  var type: ValueType {
    switch condition {
    case .within: .number
    case .atLeast(let value), .atMost(let value), .exactly(let value): value.type
    }
  }

  /// Returns whether a value has its type and units.
  fileprivate func comparesWith(_ value: OutcomeValue) -> Bool {
    type == value.content.type && takesUnits(of: value)
  }
}

extension [ScheduleElement.Target] {
  /// Returns the amounts that all of them allow, in the unit of a value; `nil` if there are none.
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
  /// Returns the amounts that meet it, in the unit of a value; `nil` for other types.
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

  /// The amounts that meet it; `nil` for other types.
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
