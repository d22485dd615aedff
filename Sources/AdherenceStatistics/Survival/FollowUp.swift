/// The follow-up of a patient, and whether it ended with the event.
public struct FollowUp: Hashable, Sendable, Codable {
  /// The time from the start to the event or the end of observation, in days or another unit.
  public var time: Double
  /// The time from the start to the beginning of observation; 0 if they coincide.
  ///
  /// An event before the entry could not have been observed (left truncation), so the patient is at
  /// risk only after it.
  public var entry: Double
  /// Whether the event occurred; otherwise the follow-up is censored.
  public var hasEvent: Bool

  /// Creates a follow-up.
  ///
  /// - Precondition: The time is finite and not negative, and the entry is 0 or less than it.
  public init(time: Double, entry: Double = 0, hasEvent: Bool) {
    precondition(time >= 0 && time.isFinite, "nobody was followed for \(time)")
    precondition(
      entry == 0 || (entry > 0 && entry < time), "nobody enters at \(entry) up to \(time)")
    // Adding 0 normalizes negative zero, whose bits do not sort correctly.
    self.time = time + 0
    self.entry = entry + 0
    self.hasEvent = hasEvent
  }
}
