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
