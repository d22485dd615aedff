import Diagnostics

extension ScheduleElement {
  /// A value required at an occurrence.
  ///
  ///     let dose = ScheduleElement.Target(10, units: "mL")  // 10 mL or more
  ///     let most = ScheduleElement.Target(.atMost(.number(1500)), units: "mL")  // no more than 1.5 L
  ///     let range = ScheduleElement.Target(.within(4...8), units: "mmol/L")  // a reading in that range
  ///     print([dose, most, range].map { $0.units! })  // ["mL", "mL", "mmol/L"]
  public struct Target: Hashable, Sendable {
    /// The condition on the value.
    public var condition: Condition
    /// The unit of the amount; values in a unit that cannot be converted to it are not credited.
    public var units: String?
    /// The kind of value, where an outcome has several.
    public var kind: String?
    /// Whether recorded values are never negative, such as a volume drunk: negative values are not credited,
    /// so that a sum never decreases.
    public var isNonNegative = false

    /// Creates a target.
    public init(_ condition: Condition, units: String? = nil, kind: String? = nil) {
      self.condition = condition
      self.units = units
      self.kind = kind
    }

    /// Creates a target of at least `amount`, which is 0 or more.
    public init(_ amount: Double, units: String? = nil, kind: String? = nil) {
      self.init(.atLeast(.number(amount)), units: units, kind: kind)
    }
  }
}

extension ScheduleElement.Target {
  /// How a recorded value has to compare with the required one.
  ///
  /// Texts and bytes are unordered: `atLeast` and `atMost` accept any, `exactly` requires equality.
  public enum Condition: Hashable, Sendable {
    case atLeast(Value)
    case atMost(Value)
    case exactly(Value)
    /// Within two bounds (inclusive).
    case within(ClosedRange<Double>)
  }

  /// A value that can be required and recorded.
  public enum Value: Hashable, Sendable {
    /// A finite number; 0 or more in an `atLeast` condition.
    case number(Double)
    case boolean(Bool)
    case text(String)
    /// A date or date-time. Local ones are compared with instants as if they were in UTC.
    case date(LocalOrInstant)
    /// Opaque bytes.
    case data([UInt8])
  }
}

extension ScheduleElement.Target.Condition {
  /// The value of `exactly`, `atLeast` or `atMost`; `nil` for a range.
  var value: ScheduleElement.Target.Value? {
    switch self {
    case .atLeast(let value), .atMost(let value), .exactly(let value): value
    case .within: nil
    }
  }
}

extension ScheduleElement.Target {
  /// Whether the condition is a lower bound, which can be reached in part.
  private var isReached: Bool { if case .atLeast = condition { true } else { false } }

  /// Checks that amounts are finite, and 0 or more where they are summed.
  func validate(_ path: String) throws(InputError) {
    func check(_ amount: Double, _ name: String) throws(InputError) {
      let isNonNegative = isNonNegative || isReached
      guard amount.isFinite, amount >= 0 || !isNonNegative else {
        let rule = isNonNegative ? "be 0 or more" : "be finite"
        throw InputError(.outOfRange(text: "\(amount)", rule: rule), field: "\(path).\(name)")
      }
    }
    switch condition {
    case .within(let range):
      try check(range.lowerBound, "low")
      try check(range.upperBound, "high")
    case .atLeast(.number(let amount)), .atMost(.number(let amount)), .exactly(.number(let amount)):
      try check(amount, "value")
    case .atLeast, .atMost, .exactly: break
    }
  }
}
