/// The follow-up of a patient and which of several competing events ended it.
public struct CompetingFollowUp<Cause: Hashable & Sendable>: Hashable, Sendable {
  /// The time from the start to the event or the end of observation, in days or another unit.
  public var time: Double
  /// The time from the start to the beginning of observation; 0 if they coincide (left truncation,
  /// see ``FollowUp/entry``).
  public var entry: Double
  /// The event; `nil` if censored.
  public var cause: Cause?

  /// Creates a follow-up.
  ///
  /// - Precondition: The time is finite and not negative, and the entry is 0 or less than it.
  public init(time: Double, entry: Double = 0, cause: Cause?) {
    precondition(time >= 0 && time.isFinite, "a follow-up cannot last \(time)")
    precondition(
      entry == 0 || (entry > 0 && entry < time), "a follow-up to \(time) cannot begin at \(entry)")
    (self.time, self.entry, self.cause) = (time, entry, cause)
  }
}

extension CompetingFollowUp: Codable where Cause: Codable {}
