import Scheduling

/// The data of matching by window, in columns; the memory is reused.
struct WindowMatching {
  /// The events in order of time.
  var events: [Event] = []
  /// The indices in the timeline of the occurrences that may be assigned an event.
  private(set) var positions: [Int] = []
  /// The result: the event of each occurrence, or the occurrence of each event; −1 for none.
  private(set) var chosen: [Int32] = []
  private var windows = WindowColumns()
  private var times: [Int64] = []
  private var assignment = WindowAssignment()
  private var nearest = NearestWindows()

  mutating func begin() {
    events.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    windows.removeAll()
  }

  /// Adds the window of an occurrence, up to the last time at which it takes events.
  mutating func add(_ position: Int, of timeline: TaskTimeline, through last: Int64) {
    var window = timeline.windows[position]
    if last < window.expiry.seconds { window.expiry = Instant(seconds: last + 1) }
    if window.expiry <= window.open { return }
    positions.append(position)
    windows.append(window, around: timeline.rows[position].start)
  }

  mutating func assign() {
    takeTimes()
    assignment.assign(times, to: windows, into: &chosen)
  }

  /// Finds for each event the nearest occurrence whose window contains it.
  mutating func findNearest(in timeline: TaskTimeline) {
    takeTimes()
    windows.removeAll()
    for (row, window) in zip(timeline.rows, timeline.windows) {
      windows.append(window, around: row.start)
    }
    nearest.find(for: times, in: windows, into: &chosen)
  }

  private mutating func takeTimes() {
    times.removeAll(keepingCapacity: true)
    for event in events { times.append(event.time.seconds) }
  }
}
