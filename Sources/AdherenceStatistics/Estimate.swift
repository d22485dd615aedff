/// A statistic, or the reason why it is missing.
///
/// A statistic that cannot be computed is never represented by zero, NaN or infinity.
///
///     let lower = ProportionIntervals().wilson(140, of: 180).map(\.lower)
///     print(lower)  // value(0.7115975049125901)
///     let nobody = ProportionIntervals().wilson(0, of: 0)
///     print(nobody.reason!)  // nothingDue
public enum Estimate<Value: Sendable>: Sendable {
  /// The value.
  case value(Value)
  /// Missing, with the reason.
  case missing(MissingStatistic)

  /// The value; `nil` if missing.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// The reason; `nil` if there is a value.
  public var reason: MissingStatistic? {
    if case .missing(let reason) = self { reason } else { nil }
  }

  /// Returns the transformed value, or the same reason.
  public func map<Other>(_ change: (Value) -> Other) -> Estimate<Other> {
    switch self {
    case .value(let value): .value(change(value))
    case .missing(let reason): .missing(reason)
    }
  }

  /// Returns the result of a transformation of the value, or the same reason.
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
  /// Creates a value if it is finite; otherwise missing with a reason.
  init(_ value: Double?, else reason: MissingStatistic) {
    self = value.flatMap { $0.isFinite ? .value($0) : nil } ?? .missing(reason)
  }

  /// Creates a share; `nothing` is the reason if the denominator is 0.
  init(_ part: Int, of whole: Int, else nothing: MissingStatistic) {
    self = whole > 0 ? .value(Double(part) / Double(whole)) : .missing(nothing)
  }
}
