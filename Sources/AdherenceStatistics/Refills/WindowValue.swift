public import Scheduling

/// A measure in one of several windows of a patient.
public struct WindowValue: Hashable, Sendable {
  /// The window's first date.
  public let start: CivilDate
  /// The window's last date.
  public let end: CivilDate
  /// The measure.
  public let value: Estimate<Double>
}
