import Scheduling

/// An outcome without a key, to be matched by its time.
struct Event {
  var time: Instant
  /// The outcome's position in the task's outcomes.
  var outcome: Int
}

/// Drops events that follow the last kept one too soon, as a container opened twice for one dose.
///
/// A negative event drops no event but another negative one.
struct MinWaitFilter {
  let wait: Int
  /// The last event that was kept, and the last of those that are not negative.
  private var last: Instant?
  private var lastDose: Instant?

  init(wait: Int?) { self.wait = wait ?? 0 }

  /// Whether an event is kept; events come in order of time.
  mutating func keeps(_ event: Event, isNegative: Bool) -> Bool {
    let previous = isNegative ? last : lastDose
    if let previous, event.time - previous < Int64(wait) { return false }
    last = event.time
    if !isNegative { lastDose = event.time }
    return true
  }
}
