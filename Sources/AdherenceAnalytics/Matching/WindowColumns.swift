import Scheduling

/// The windows of occurrences in columns, in order of start; seconds since 1970.
///
/// A window takes events from `open` on and before `expiry`. Its start mostly lies in it, but it may open
/// later, or be cut before it where an occurrence was refused.
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

  /// Forgets the windows and keeps the memory.
  mutating func removeAll() {
    open.removeAll(keepingCapacity: true)
    start.removeAll(keepingCapacity: true)
    expiry.removeAll(keepingCapacity: true)
  }

  /// Whether a window holds its own start, its end included.
  func holdsItsStart(_ window: Int) -> Bool {
    open[window] <= start[window] && start[window] <= expiry[window]
  }
}

extension [Int64] {
  /// How many elements of an ascending array are less than a value.
  ///
  /// - Parameters:
  ///   - value: The value to place.
  ///   - hint: A place near the result, where the search begins.
  /// - Returns: The first position whose element is not less than `value`.
  /// - Complexity: O(log *d*) for a result *d* places from `hint`.
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
