/// How long someone was followed, and whether the follow-up ended with what was waited for.
public struct FollowUp: Hashable, Sendable, Codable {
  /// From the start to the event or to the end of observation, in days or another unit.
  public var time: Double
  /// From the start to where observation began; 0 where it began with the start.
  ///
  /// Who is observed later than the clock starts could not have been seen to have the event before (left
  /// truncation), and is at risk after the entry alone.
  public var entry: Double
  /// Whether the event came; else it is censored: not seen so far.
  public var hasEvent: Bool

  /// Creates a follow-up.
  ///
  /// - Precondition: The time is a number from 0 on, and the entry 0 or less than it.
  public init(time: Double, entry: Double = 0, hasEvent: Bool) {
    precondition(time >= 0 && time.isFinite, "nobody was followed for \(time)")
    precondition(
      entry == 0 || (entry > 0 && entry < time), "nobody enters at \(entry) up to \(time)")
    // Adding 0 leaves no negative zero, whose bits are not in order.
    self.time = time + 0
    self.entry = entry + 0
    self.hasEvent = hasEvent
  }
}
