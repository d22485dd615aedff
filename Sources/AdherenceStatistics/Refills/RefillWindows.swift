public import Scheduling

/// The windows of one patient.
///
/// Fills on the last date of a window are in it; its length is the days from its first date to its
/// last.
public struct RefillWindows: Hashable, Sendable {
  /// The time in which fills are looked at.
  public let followUp: ClosedRange<CivilDate>
  /// The time that is measured.
  public let observation: ClosedRange<CivilDate>
}
