import Scheduling

/// An outcome without a key, to be matched by its time.
struct Event {
  var time: Instant
  /// The index of the outcome among those of the task.
  var outcome: Int
}

/// A filter for events that follow the last kept one too soon, such as a container opened twice for one dose.
///
/// A denial affects only later denials.
struct MinWaitFilter {
  let wait: Int
  /// The last kept event, and the last kept event that is not a denial.
  private var last: Event?
  private var lastDose: Event?

  init(wait: Int?) { self.wait = wait ?? 0 }

  /// Returns whether an event is kept; events must be in order of time.
  mutating func keeps(_ event: Event, isDenial: Bool) -> Bool {
    if let previous = previous(isDenial), event.time - previous.time < Int64(wait) { return false }
    last = event
    if !isDenial { lastDose = event }
    return true
  }

  /// Returns the outcome of the kept event that a dropped event follows.
  func kept(isDenial: Bool) -> Int? { previous(isDenial)?.outcome }

  private func previous(_ isDenial: Bool) -> Event? { isDenial ? last : lastDose }
}
