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
  struct CandidateRange {
    var window: Int32
    var lower: Int32
    var upper: Int32
    /// The first candidate of this window or a later one.
    var needed: Int32
  }

  private var ranges: [CandidateRange] = []
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
    findCandidateRanges(of: windows, events)
    var first = 0
    while first < ranges.count {
      var (end, upper) = (first + 1, ranges[first].upper)
      while end < ranges.count, ranges[end].needed < upper {
        upper = max(upper, ranges[end].upper)
        end += 1
      }
      let group = Group(ranges: first..<end, events: Int(ranges[first].needed)..<Int(upper))
      solve(group, windows, events, into: &result)
      first = end
    }
  }

  /// A group of windows that share events, directly or through others, and these events.
  struct Group {
    var ranges: Range<Int>
    var events: Range<Int>
  }

  private mutating func findCandidateRanges(of windows: WindowColumns, _ events: [Int64]) {
    ranges.removeAll(keepingCapacity: true)
    var (lower, upper, needed, isOrdered) = (0, 0, Int32(0), true)
    for window in 0..<windows.count {
      lower = events.rank(of: windows.open[window], near: lower)
      upper = events.rank(of: windows.expiry[window], near: upper)
      guard lower < upper else { continue }
      let candidates = CandidateRange(
        window: Int32(window), lower: Int32(lower), upper: Int32(upper), needed: Int32(lower))
      isOrdered = isOrdered && needed <= candidates.lower
      needed = candidates.lower
      ranges.append(candidates)
    }
    guard !isOrdered else { return }
    for index in ranges.indices.dropLast().reversed() {
      ranges[index].needed = min(ranges[index].lower, ranges[index + 1].needed)
    }
  }

  private mutating func solve(
    _ group: Group, _ windows: WindowColumns, _ events: [Int64], into result: inout [Int32]
  ) {
    if isFull(group) {
      let offset = group.events.lowerBound - group.ranges.lowerBound
      for index in group.ranges { result[Int(ranges[index].window)] = Int32(index + offset) }
    } else if group.ranges.count == 1 {
      let window = Int(ranges[group.ranges.lowerBound].window)
      result[window] = Int32(nearest(to: windows.start[window], among: group.events, of: events))
    } else if isOrdered(group, windows) {
      ordered.assign(group, of: ranges, windows.start, events, into: &result)
    } else {
      table.assign(group, of: ranges, windows.start, events, into: &result)
    }
  }

  /// Returns whether there are as many events as windows and each can take its own: then there is only one
  /// assignment.
  private func isFull(_ group: Group) -> Bool {
    guard group.ranges.count == group.events.count else { return false }
    let offset = group.events.lowerBound - group.ranges.lowerBound
    for index in group.ranges {
      let event = index + offset
      guard ranges[index].lower <= event, event < ranges[index].upper else { return false }
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
  private func isOrdered(_ group: Group, _ windows: WindowColumns) -> Bool {
    var previous = ranges[group.ranges.lowerBound]
    for index in group.ranges {
      let candidates = ranges[index]
      guard previous.lower <= candidates.lower, previous.upper <= candidates.upper,
        windows.holdsItsStart(Int(candidates.window))
      else { return false }
      previous = candidates
    }
    return true
  }
}

/// The best assignment for windows that open and expire in the order of their starts, and contain them.
///
/// Events and windows are processed in order of time; of two overlapping pairs, each event may then take the
/// other's window, so crossing has no advantage. The cost so far therefore depends only on the number
/// waiting, as those that wait are the latest (`ConvexCostList`). Each forward step stores the number up to
/// which one choice is best; the choices are read back from the end, where none waits.
struct OrderedAssignment {
  private var costs = ConvexCostList()
  /// For each window and event in order, the last number of waiting ones for which the choice applies.
  private var limits: [Int32] = []
  /// In reverse order.
  private var chosenWindows: [Int32] = []
  private var chosenEvents: [Int32] = []
  private var commitments = Commitments()

  var steps: Int { costs.steps }

  /// Assigns the events of a group to its windows.
  ///
  /// - Complexity: O(*n*) for *n* windows and events.
  mutating func assign(
    _ group: WindowAssignment.Group, of ranges: [WindowAssignment.CandidateRange],
    _ starts: [Int64],
    _ events: [Int64], into result: inout [Int32]
  ) {
    pass(group, ranges, starts, events)
    readBack(group, ranges, starts, events)
    for (candidates, event) in zip(chosenWindows, chosenEvents) {
      result[Int(ranges[Int(candidates)].window)] = event
    }
  }

  /// The forward pass; of simultaneous windows and events the windows come first.
  private mutating func pass(
    _ group: WindowAssignment.Group, _ ranges: [WindowAssignment.CandidateRange], _ starts: [Int64],
    _ events: [Int64]
  ) {
    costs.reset()
    limits.removeAll(keepingCapacity: true)
    var (index, alive) = (group.ranges.lowerBound, group.ranges.lowerBound)
    for event in group.events {
      while index < group.ranges.upperBound {
        let start = starts[Int(ranges[index].window)]
        guard start <= events[event] else { break }
        costs.limitEvents(to: event - Int(ranges[index].lower))
        limits.append(Int32(costs.addWindow(at: start)))
        index += 1
      }
      while alive < index, ranges[alive].upper <= event { alive += 1 }
      costs.limitWindows(to: index - alive)
      limits.append(Int32(costs.addEvent(at: events[event])))
    }
    while index < group.ranges.upperBound {
      costs.limitEvents(to: group.events.upperBound - Int(ranges[index].lower))
      limits.append(Int32(costs.addWindow(at: starts[Int(ranges[index].window)])))
      index += 1
    }
  }

  /// The backward pass; of equally good choices, a window is left without an event and an event is left out.
  private mutating func readBack(
    _ group: WindowAssignment.Group, _ ranges: [WindowAssignment.CandidateRange], _ starts: [Int64],
    _ events: [Int64]
  ) {
    chosenWindows.removeAll(keepingCapacity: true)
    chosenEvents.removeAll(keepingCapacity: true)
    commitments.removeAll()
    var (index, event) = (group.ranges.upperBound, group.events.upperBound)
    var alive = index
    for limit in limits.reversed() {
      let waiting = chosenWindows.count - chosenEvents.count
      let isEvent =
        event > group.events.lowerBound
        && (index == group.ranges.lowerBound
          || starts[Int(ranges[index - 1].window)] <= events[event - 1])
      if isEvent {
        event -= 1
        guard waiting > limit else { continue }
        chosenEvents.append(Int32(event))
        guard waiting <= 0 else { continue }
        alive = min(alive, index)
        while alive > group.ranges.lowerBound, ranges[alive - 1].upper > event { alive -= 1 }
        commitments.add(index: chosenEvents.count, needs: alive)
      } else {
        index -= 1
        if waiting > limit,
          waiting >= 0 || commitments.allow(windows: index, taken: chosenWindows.count)
        {
          continue
        }
        chosenWindows.append(Int32(index))
      }
    }
  }
}

/// The events that were assigned to an earlier window, so that none of these is left out.
///
/// It matters only for windows with the same start which of them is assigned an event: the one without may be
/// the one that is still open.
private struct Commitments {
  private struct Commitment {
    /// The index of the event among those chosen, from the last.
    var index: Int
    /// The number of windows before its own, assuming that all windows from there on have an event, plus its
    /// index.
    var needs: Int
  }

  /// The commitments that can still become the strictest; the current one is first.
  private var open: [Commitment] = []
  private var first = 0

  mutating func removeAll() {
    open.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Reserves an event for a window at or after index `window`.
  mutating func add(index: Int, needs window: Int) {
    let commitment = Commitment(index: index, needs: window + index)
    while open.count > first, let last = open.last, last.needs <= commitment.needs {
      open.removeLast()
    }
    open.append(commitment)
  }

  /// Returns whether the windows before an index suffice, given the number taken after it.
  mutating func allow(windows: Int, taken: Int) -> Bool {
    while first < open.count, open[first].index <= taken { first += 1 }
    return first == open.count || windows + taken >= open[first].needs
  }
}
