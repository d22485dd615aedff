/// The step of one occurrence or period in a streak.
package enum StreakStep: Hashable, Sendable {
  /// It extends a streak.
  case success
  /// It breaks a streak.
  case miss
  /// It does neither: nothing was due, it was on hold, or it is not over.
  case neutral
}
