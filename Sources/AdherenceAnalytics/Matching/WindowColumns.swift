import Scheduling

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
