import Scheduling

/// An outcome without a key, to be matched by its time.
struct Event {
  var time: Instant
  /// The outcome's position in the task's outcomes.
  var outcome: Int
}

/// Drops events that follow the last kept one too soon, as a container opened twice for one dose.
///
/// A denial drops no event but another denial.
struct MinWaitFilter {
  let wait: Int
  /// The last event that was kept, and the last of those that are no denials.
  private var last: Instant?
  private var lastDose: Instant?

  init(wait: Int?) { self.wait = wait ?? 0 }

  /// Whether an event is kept; events come in order of time.
  mutating func keeps(_ event: Event, isDenial: Bool) -> Bool {
    let previous = isDenial ? last : lastDose
    if let previous, event.time - previous < Int64(wait) { return false }
    last = event.time
    if !isDenial { lastDose = event.time }
    return true
  }
}
