/// A statistic, or why there is none.
///
/// What cannot be computed is never a zero, a NaN or an infinity.
///
///     let lower = ProportionIntervals().wilson(140, of: 180).map(\.lower)
///     print(lower)  // value(0.7115975049125901)
///     let nobody = ProportionIntervals().wilson(0, of: 0)
///     print(nobody.reason!)  // nothingDue
public enum Estimate<Value: Sendable>: Sendable {
  /// What was found.
  case value(Value)
  /// Why nothing was.
  case missing(MissingStatistic)

  /// What was found; `nil` where nothing was.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// Why nothing was found; `nil` where something was.
  public var reason: MissingStatistic? {
    if case .missing(let reason) = self { reason } else { nil }
  }

  /// The value changed by a function, or the same reason.
  public func map<Other>(_ change: (Value) -> Other) -> Estimate<Other> {
    switch self {
    case .value(let value): .value(change(value))
    case .missing(let reason): .missing(reason)
    }
  }

  /// What a function makes of the value, or the same reason.
  public func flatMap<Other>(_ change: (Value) -> Estimate<Other>) -> Estimate<Other> {
    switch self {
    case .value(let value): change(value)
    case .missing(let reason): .missing(reason)
    }
  }
}

extension Estimate: Equatable where Value: Equatable {}
extension Estimate: Hashable where Value: Hashable {}

extension Estimate where Value == Double {
  /// A number, where it is one; else why it is not.
  init(_ value: Double?, else reason: MissingStatistic) {
    self = value.flatMap { $0.isFinite ? .value($0) : nil } ?? .missing(reason)
  }

  /// A share; `nothing` is the reason where there is nothing to have a share of.
  init(_ part: Int, of whole: Int, else nothing: MissingStatistic) {
    self = whole > 0 ? .value(Double(part) / Double(whole)) : .missing(nothing)
  }
}
