import AdherenceAnalytics
import Scheduling

/// The distinct planned times of doses.
package struct PlannedTimes {
  /// The times in seconds, ascending.
  private var starts: [Int64] = []
  /// The time of day of the first occurrence at each, as in `TaskCourse.Occurrence`.
  private var slots: [Int32] = []
  /// The number of occurrences at each.
  private var counts: [Int32] = []
  /// The next planned time; `TaskCourse.unknown` if there is none.
  private var next = TaskCourse.unknown
  /// The number of missed times before each, and in total.
  ///
  /// A time is missed if something was due and nothing taken.
  private var misses: [Int32] = [0]

  /// The elapsed seconds from each time to the next.
  package var intervals: [Double] {
    zip(starts, starts.dropFirst()).map { Double($1 - $0) }
  }

  /// Stores the times of occurrences, sorted by start.
  ///
  /// - Parameters:
  ///   - occurrences: The occurrences.
  ///   - next: The next planned time; `TaskCourse.unknown` if there is none.
  mutating func take(_ occurrences: [TaskCourse.Occurrence], next: Int64) {
    self.next = next
    starts.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    misses.removeAll(keepingCapacity: true)
    var (total, isTaken, isMissed) = (Int32(0), false, false)
    misses.append(0)
    for occurrence in occurrences {
      if starts.last != occurrence.start {
        if !starts.isEmpty { misses.append(total) }
        starts.append(occurrence.start)
        slots.append(occurrence.slot)
        counts.append(0)
        (isTaken, isMissed) = (false, false)
      }
      counts[counts.count - 1] += 1
      let wasMiss = isMissed && !isTaken
      isTaken = isTaken || occurrence.status == .taken
      isMissed = isMissed || occurrence.status == .missed
      total += (isMissed && !isTaken ? 1 : 0) - (wasMiss ? 1 : 0)
    }
    misses.append(total)
  }

  /// Returns the index of a planned time or, if it is not present, of the one nearest to another
  /// time, preferring the later of two, as in nearest matching.
  ///
  /// - Precondition: There are times.
  func place(of start: Int64, or time: Int64) -> Int {
    let place = starts.partitionPoint { $0 < start }
    if place < starts.count, starts[place] == start { return place }
    let next = starts.partitionPoint { $0 < time }
    if next == starts.count { return next - 1 }
    return next > 0 && time - starts[next - 1] < starts[next] - time ? next - 1 : next
  }

  /// Returns the elapsed seconds from a time to the next one; `nil` for a single time.
  ///
  /// After the last planned time it is the previous interval at the same time of day, otherwise the
  /// last interval.
  func interval(at place: Int) -> Double? {
    let last = starts.count - 1
    if place == last, next != TaskCourse.unknown { return Double(next - starts[last]) }
    guard starts.count > 1 else { return nil }
    let place = place < last ? place : slots[..<last].lastIndex(of: slots[last]) ?? last - 1
    return Double(starts[place + 1] - starts[place])
  }

  /// Returns the planned interval between two doses, and whether a dose was missed between them.
  ///
  /// - Parameters:
  ///   - from: The index of the first dose's time.
  ///   - to: The index of the second dose's time.
  ///   - areBothPlanned: Whether both belong to occurrences.
  /// - Returns: The planned interval in seconds; NaN for two doses at one planned time, and across
  ///   times that were neither taken nor missed.
  func comparison(from: Int, to: Int, _ areBothPlanned: Bool) -> (Double, Bool) {
    let interval = interval(at: from) ?? .nan
    if to == from, areBothPlanned, counts[from] > 1 { return (.nan, false) }
    if to <= from + 1 { return (interval, false) }
    let isMiss = misses[to] > misses[from + 1]
    return (isMiss ? interval : .nan, isMiss)
  }
}
