/// How long someone was followed, and whether the follow-up ended with what was waited for.
public struct FollowUp: Hashable, Sendable, Codable {
  /// From the start to the event or to the end of observation, in days or another unit.
  public var time: Double
  /// Whether the event came; else it is censored: not seen so far.
  public var hasEvent: Bool

  /// Creates a follow-up.
  ///
  /// - Precondition: The time is a number from 0 on.
  public init(time: Double, hasEvent: Bool) {
    precondition(time >= 0 && time.isFinite, "nobody was followed for \(time)")
    // Adding 0 leaves no negative zero, whose bits are not in order.
    self.time = time + 0
    self.hasEvent = hasEvent
  }
}
