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

/// The reason why a statistic is missing.
public enum MissingStatistic: String, CaseIterable, Hashable, Sendable, Codable {
  /// No occurrence is in the denominator.
  case nothingDue
  /// There was no event, so there is nothing to time or discontinue.
  case notInitiated
  /// Observation ends before discontinuation could be distinguished from a gap.
  case notJudgedYet
  /// No occurrence in the denominator was completed.
  case noDose
  /// The times of the events are unknown.
  case notTimed
  /// No target has an amount.
  case noTarget
  /// There are too few observations.
  case tooFew
  /// There are too many observations to compare.
  case tooMany
  /// All observations are equal.
  case noVariation
  /// The curve ends before it reaches the value.
  case notReached
  /// The denominator, a time span, is empty.
  case noTime
  /// Nothing was dispensed in or before the window.
  case noSupply
  /// The days of supply of a fill are invalid.
  case invalidSupply
  /// The observation window is outside the follow-up.
  case outsideFollowUp
  /// The times of day cancel out, so there is no mean.
  case noDirection
  /// The parameters do not define it: no resamples, or no data about the task's drug.
  case notAsked
  /// Patients are in several groups, which cannot be compared.
  case overlappingGroups
  /// There are too many groups to compare.
  case tooManyGroups
  /// The sum overflows.
  case tooLarge
  /// It would disclose data about too few patients.
  case tooFewPatients
  /// A numerical method did not converge.
  case notConverged
}
