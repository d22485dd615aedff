public import Scheduling

/// Days in a hospital or another institution that supplies its patients with medicines.
public struct Stay: Hashable, Sendable {
  /// The days, those of admission and discharge included.
  public var days: ClosedRange<CivilDate>

  /// Creates a stay.
  public init(_ days: ClosedRange<CivilDate>) { self.days = days }
}
