/// How long someone was followed, and which of several events that exclude each other ended it.
public struct CompetingFollowUp<Cause: Hashable & Sendable>: Hashable, Sendable {
  /// From the start to the event or to the end of observation, in days or another unit.
  public var time: Double
  /// From the start to where observation began; 0 where it began with the start (left truncation, as in
  /// ``FollowUp/entry``).
  public var entry: Double
  /// The event; `nil` where observation ended without one, which is censored.
  public var cause: Cause?

  /// Creates a follow-up.
  ///
  /// - Precondition: The time is a number from 0 on, and the entry 0 or less than it.
  public init(time: Double, entry: Double = 0, cause: Cause?) {
    precondition(time >= 0 && time.isFinite, "a follow-up cannot last \(time)")
    precondition(
      entry == 0 || (entry > 0 && entry < time), "a follow-up to \(time) cannot begin at \(entry)")
    (self.time, self.entry, self.cause) = (time, entry, cause)
  }
}

extension CompetingFollowUp: Codable where Cause: Codable {}
