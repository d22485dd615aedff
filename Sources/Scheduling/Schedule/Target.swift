extension ScheduleElement {
  /// A value that an occurrence asks for.
  ///
  ///     let dose = ScheduleElement.Target(10, units: "mL")  // 10 mL or more
  ///     let most = ScheduleElement.Target(.atMost(.number(1500)), units: "mL")  // no more than 1.5 L
  ///     let range = ScheduleElement.Target(.within(4...8), units: "mmol/L")  // a reading in that range
  ///     print([dose, most, range].map { $0.units! })  // ["mL", "mL", "mmol/L"]
  public struct Target: Hashable, Sendable {
    /// What the value has to be.
    public var condition: Condition
    /// The unit of the amount; values in a unit that cannot be converted to it are not credited.
    public var units: String?
    /// What the value is of, where an outcome has several.
    public var kind: String?
    /// Whether what it asks for is never below 0, such as what was drunk: values below are not credited, so
    /// that a sum never falls.
    public var isNonNegative = false

    /// Creates a target.
    public init(_ condition: Condition, units: String? = nil, kind: String? = nil) {
      self.condition = condition
      self.units = units
      self.kind = kind
    }

    /// Creates a target of an amount to reach, 0 or more.
    public init(_ amount: Double, units: String? = nil, kind: String? = nil) {
      self.init(.atLeast(.number(amount)), units: units, kind: kind)
    }
  }
}

extension ScheduleElement.Target {
  /// How a recorded value has to compare with the one that is named.
  ///
  /// Texts and bytes have no order: `atLeast` and `atMost` ask for any of them, `exactly` for the same.
  public enum Condition: Hashable, Sendable {
    case atLeast(Value)
    case atMost(Value)
    case exactly(Value)
    /// Between two amounts, which are both allowed.
    case within(ClosedRange<Double>)
  }

  /// Something that can be asked for and recorded.
  public enum Value: Hashable, Sendable {
    /// An amount, which is finite; one to reach is 0 or more.
    case number(Double)
    case boolean(Bool)
    case text(String)
    /// A date or a date-time. Local ones are compared with instants as if they were in UTC.
    case date(Moment)
    /// Bytes that only their owner understands.
    case data([UInt8])
  }
}

extension ScheduleElement.Target.Condition {
  /// The value of `exactly`, `atLeast` or `atMost`; `nil` where a range is named.
  var value: ScheduleElement.Target.Value? {
    switch self {
    case .atLeast(let value), .atMost(let value), .exactly(let value): value
    case .within: nil
    }
  }
}

extension ScheduleElement.Target {
  /// Whether it asks for an amount to reach, of which there is a share.
  private var isReached: Bool { if case .atLeast = condition { true } else { false } }

  /// Checks that amounts can be reached and summed.
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
