import Scheduling

/// An outcome without a key, to be matched by its time.
struct Event {
  var time: Instant
  /// The outcome's position in the task's outcomes.
  var outcome: Int
}

/// Drops events that follow the last kept one too soon, as a container opened twice for one dose.
struct MinWaitFilter {
  let wait: Int
  private var last: Instant?

  init(wait: Int?) { self.wait = wait ?? 0 }

  /// Says whether an event is kept; events come in order of time.
  mutating func keeps(_ event: Event) -> Bool {
    if let last, event.time - last < Int64(wait) { return false }
    last = event.time
    return true
  }
}
