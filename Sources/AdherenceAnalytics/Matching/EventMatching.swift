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
  private var last: Event?
  private var lastDose: Event?

  init(wait: Int?) { self.wait = wait ?? 0 }

  /// Whether an event is kept; events come in order of time.
  mutating func keeps(_ event: Event, isDenial: Bool) -> Bool {
    if let previous = previous(isDenial), event.time - previous.time < Int64(wait) { return false }
    last = event
    if !isDenial { lastDose = event }
    return true
  }

  /// The outcome of the kept event that an event which is not kept follows.
  func kept(isDenial: Bool) -> Int? { previous(isDenial)?.outcome }

  private func previous(_ isDenial: Bool) -> Event? { isDenial ? last : lastDose }
}
