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

/// A search for the window with the nearest start that contains an event, whether or not it has been assigned
/// one.
///
/// Of windows that contain their starts, the nearest before an event is the latest that is still open:
/// expired ones are never needed again, so a stack serves all events in order. The nearest after it is found
/// in the same way backward. Windows that do not contain their starts are few, and are compared with each of
/// their events. A value reuses its memory from call to call.
struct NearestWindows {
  private var stack: [Int32] = []
  /// The windows that do not contain their starts.
  private var apart: [Int32] = []
  /// The number of windows visited so far.
  private(set) var steps = 0

  /// Finds the nearest windows, the earlier of two.
  mutating func find(for events: [Int64], in windows: WindowColumns, into result: inout [Int32]) {
    result.removeAll(keepingCapacity: true)
    result.append(contentsOf: repeatElement(-1, count: events.count))
    apart.removeAll(keepingCapacity: true)
    findBefore(events, windows, into: &result)
    findAfter(events, windows, into: &result)
    for window in apart { offer(Int(window), to: events, windows, &result) }
  }

  private mutating func findBefore(
    _ events: [Int64], _ windows: WindowColumns, into result: inout [Int32]
  ) {
    stack.removeAll(keepingCapacity: true)
    var next = 0
    for event in events.indices {
      while next < windows.count, windows.start[next] <= events[event] {
        next = pushTogether(from: next, windows)
      }
      while let top = stack.last, windows.expiry[Int(top)] <= events[event] { pop() }
      if let top = stack.last { result[event] = top }
    }
    while next < windows.count { next = pushTogether(from: next, windows) }
  }

  /// Pushes the windows with the same start, the first on top, and returns the index after them.
  private mutating func pushTogether(from first: Int, _ windows: WindowColumns) -> Int {
    var end = first + 1
    while end < windows.count, windows.start[end] == windows.start[first] { end += 1 }
    for window in (first..<end).reversed() {
      if windows.holdsItsStart(window) {
        stack.append(Int32(window))
      } else {
        apart.append(Int32(window))
      }
    }
    steps += end - first
    return end
  }

  private mutating func findAfter(
    _ events: [Int64], _ windows: WindowColumns, into result: inout [Int32]
  ) {
    stack.removeAll(keepingCapacity: true)
    var next = windows.count
    for event in events.indices.reversed() {
      while next > 0, windows.start[next - 1] > events[event] {
        next -= 1
        steps += 1
        if windows.holdsItsStart(next) { stack.append(Int32(next)) }
      }
      while let top = stack.last, windows.open[Int(top)] > events[event] { pop() }
      if let top = stack.last { improve(&result[event], top, events[event], windows) }
    }
  }

  private mutating func pop() {
    stack.removeLast()
    steps += 1
  }

  private mutating func offer(
    _ window: Int, to events: [Int64], _ windows: WindowColumns, _ result: inout [Int32]
  ) {
    var event = events.rank(of: windows.open[window], near: 0)
    while event < events.count, events[event] < windows.expiry[window] {
      improve(&result[event], Int32(window), events[event], windows)
      event += 1
      steps += 1
    }
  }

  private func improve(
    _ best: inout Int32, _ window: Int32, _ event: Int64, _ windows: WindowColumns
  ) {
    let isBetter =
      best < 0
      || (abs(event - windows.start[Int(window)]), window)
        < (abs(event - windows.start[Int(best)]), best)
    if isBetter { best = window }
  }
}

/// The windows of occurrences as columns, in order of start, in seconds since 1970.
///
/// A window takes events from `open` up to `expiry` (exclusive). Its start is usually inside, but it may open
/// later, or be truncated before it by a refusal.
struct WindowColumns {
  var open: [Int64] = []
  var start: [Int64] = []
  var expiry: [Int64] = []

  var count: Int { start.count }

  mutating func append(_ window: OccurrenceWindow, around start: Instant) {
    open.append(window.open.seconds)
    self.start.append(start.seconds)
    expiry.append(window.expiry.seconds)
  }

  /// Removes the windows and keeps the capacity.
  mutating func removeAll() {
    open.removeAll(keepingCapacity: true)
    start.removeAll(keepingCapacity: true)
    expiry.removeAll(keepingCapacity: true)
  }

  /// Returns whether a window contains its own start, including its end.
  func holdsItsStart(_ window: Int) -> Bool {
    open[window] <= start[window] && start[window] <= expiry[window]
  }
}

extension [Int64] {
  /// Returns the number of elements of an ascending array that are less than a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - hint: An index near the result, where the search begins.
  /// - Returns: The first index whose element is not less than `value`.
  /// - Complexity: O(log *d*) for a result at distance *d* from `hint`.
  func rank(of value: Int64, near hint: Int) -> Int {
    var (lower, upper, step) = (hint, hint, 1)
    while upper < count, self[upper] < value {
      lower = upper + 1
      upper = Swift.min(count, upper + step)
      step *= 2
    }
    while lower > 0, self[lower - 1] >= value {
      upper = lower - 1
      lower = Swift.max(0, lower - step)
      step *= 2
    }
    while lower < upper {
      let middle = (lower + upper) / 2
      if self[middle] < value { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
