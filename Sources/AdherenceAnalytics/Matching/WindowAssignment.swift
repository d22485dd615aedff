/// The best non-crossing assignment of events to windows: the maximum number of pairs, and among those the
/// minimum total distance between events and starts.
///
/// Of equally good ones, the last occurrence in which they differ decides: it is left without an event if
/// possible, else it is assigned the earliest. Windows that share no event are independent. Trivial groups
/// are solved directly; windows that open and expire in order are solved by `OrderedAssignment`, and only
/// nested windows by an `AlignmentTable`.
///
/// A value reuses its memory from call to call.
struct WindowAssignment {
  /// A window with at least one candidate event, and the range of its candidates.
  struct Reach {
    var window: Int32
    var lower: Int32
    var upper: Int32
    /// The first candidate of this window or a later one.
    var needed: Int32
  }

  private var reaches: [Reach] = []
  private var ordered = OrderedAssignment()
  private var table: AlignmentTable

  /// The number of steps so far beyond one for each window: cells of tables, and cursor moves in lists.
  var steps: Int { ordered.steps + table.steps }

  /// Creates an assignment with empty buffers.
  ///
  /// - Parameter limit: The maximum number of stored table cells.
  init(limit: Int = 1 << 22) { table = AlignmentTable(limit: limit) }

  /// Assigns events to windows.
  mutating func assign(_ events: [Int64], to windows: WindowColumns, into result: inout [Int32]) {
    result.removeAll(keepingCapacity: true)
    result.append(contentsOf: repeatElement(-1, count: windows.count))
    findReaches(of: windows, events)
    var first = 0
    while first < reaches.count {
      var (end, upper) = (first + 1, reaches[first].upper)
      while end < reaches.count, reaches[end].needed < upper {
        upper = max(upper, reaches[end].upper)
        end += 1
      }
      let stretch = Stretch(reaches: first..<end, events: Int(reaches[first].needed)..<Int(upper))
      solve(stretch, windows, events, into: &result)
      first = end
    }
  }

  /// A group of windows that share events, directly or through others, and these events.
  struct Stretch {
    var reaches: Range<Int>
    var events: Range<Int>
  }

  private mutating func findReaches(of windows: WindowColumns, _ events: [Int64]) {
    reaches.removeAll(keepingCapacity: true)
    var (lower, upper, needed, isOrdered) = (0, 0, Int32(0), true)
    for window in 0..<windows.count {
      lower = events.rank(of: windows.open[window], near: lower)
      upper = events.rank(of: windows.expiry[window], near: upper)
      guard lower < upper else { continue }
      let reach = Reach(
        window: Int32(window), lower: Int32(lower), upper: Int32(upper), needed: Int32(lower))
      isOrdered = isOrdered && needed <= reach.lower
      needed = reach.lower
      reaches.append(reach)
    }
    guard !isOrdered else { return }
    for index in reaches.indices.dropLast().reversed() {
      reaches[index].needed = min(reaches[index].lower, reaches[index + 1].needed)
    }
  }

  private mutating func solve(
    _ stretch: Stretch, _ windows: WindowColumns, _ events: [Int64], into result: inout [Int32]
  ) {
    if isFull(stretch) {
      let offset = stretch.events.lowerBound - stretch.reaches.lowerBound
      for index in stretch.reaches { result[Int(reaches[index].window)] = Int32(index + offset) }
    } else if stretch.reaches.count == 1 {
      let window = Int(reaches[stretch.reaches.lowerBound].window)
      result[window] = Int32(nearest(to: windows.start[window], among: stretch.events, of: events))
    } else if isOrdered(stretch, windows) {
      ordered.assign(stretch, of: reaches, windows.start, events, into: &result)
    } else {
      table.assign(stretch, of: reaches, windows.start, events, into: &result)
    }
  }

  /// Returns whether there are as many events as windows and each can take its own: then there is only one
  /// assignment.
  private func isFull(_ stretch: Stretch) -> Bool {
    guard stretch.reaches.count == stretch.events.count else { return false }
    let offset = stretch.events.lowerBound - stretch.reaches.lowerBound
    for index in stretch.reaches {
      let event = index + offset
      guard reaches[index].lower <= event, event < reaches[index].upper else { return false }
    }
    return true
  }

  /// Returns the nearest event, the earlier of two.
  private func nearest(to start: Int64, among range: Range<Int>, of events: [Int64]) -> Int {
    var best = range.lowerBound
    for event in range.dropFirst() where abs(events[event] - start) < abs(events[best] - start) {
      best = event
    }
    return best
  }

  /// Returns whether no window is nested in another, and all contain their starts.
  private func isOrdered(_ stretch: Stretch, _ windows: WindowColumns) -> Bool {
    var previous = reaches[stretch.reaches.lowerBound]
    for index in stretch.reaches {
      let reach = reaches[index]
      guard previous.lower <= reach.lower, previous.upper <= reach.upper,
        windows.holdsItsStart(Int(reach.window))
      else { return false }
      previous = reach
    }
    return true
  }
}
