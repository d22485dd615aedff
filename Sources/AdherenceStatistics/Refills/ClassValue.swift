/// A measure of the fills of one class alone.
public struct ClassValue: Hashable, Sendable {
  /// The class; `nil` for fills without one.
  public let drugClass: String?
  /// The measure.
  public let value: Estimate<Double>
}
