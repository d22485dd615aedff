import Scheduling

/// What is matched by window, in columns; the memory is used again.
struct WindowMatching {
  /// In order of time.
  var events: [Event] = []
  /// The places in the timeline of the occurrences that may get an event.
  private(set) var places: [Int] = []
  /// What was found: of each place the event, or of each event the place; -1 for none.
  private(set) var chosen: [Int32] = []
  private var windows = WindowColumns()
  private var times: [Int64] = []
  private var assignment = WindowAssignment()
  private var nearest = NearestWindows()

  mutating func begin() {
    events.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    windows.removeAll()
  }

  /// Adds the window of an occurrence, as far as it takes events.
  mutating func add(_ place: Int, of timeline: TaskTimeline, through last: Int64) {
    var window = timeline.windows[place]
    if last < window.expiry.seconds { window.expiry = Instant(seconds: last + 1) }
    if window.expiry <= window.open { return }
    places.append(place)
    windows.append(window, around: timeline.rows[place].start)
  }

  mutating func assign() {
    takeTimes()
    assignment.assign(times, to: windows, into: &chosen)
  }

  /// Finds of each event the place of the nearest occurrence in whose window it lies.
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
