import AdherenceAnalytics
import Scheduling

/// The distinct times at which a plan has doses.
package struct PlannedTimes {
  /// The times in seconds, ascending.
  private var starts: [Int64] = []
  /// The time of day that the first occurrence of each has, as in `TaskCourse.Occurrence`.
  private var slots: [Int32] = []
  /// How many occurrences each has.
  private var counts: [Int32] = []
  /// The planned time after all of them; `TaskCourse.unknown` where there is none.
  private var next = TaskCourse.unknown
  /// How many times before each were missed, and how many in all.
  ///
  /// A time is missed where something was due and nothing of it was taken.
  private var misses: [Int32] = [0]

  /// The elapsed seconds from each time to the next.
  package var intervals: [Double] {
    zip(starts, starts.dropFirst()).map { Double($1 - $0) }
  }

  /// Takes the times of occurrences in order of start.
  ///
  /// - Parameters:
  ///   - occurrences: The occurrences.
  ///   - next: The planned time after them; `TaskCourse.unknown` where there is none.
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

  /// The position of a planned time or, where it is not among them, of the one nearest to a time; of two as
  /// near the later, as the matching by nearest has it.
  ///
  /// - Precondition: There are times.
  func place(of start: Int64, or time: Int64) -> Int {
    let place = starts.partitionPoint { $0 < start }
    if place < starts.count, starts[place] == start { return place }
    let next = starts.partitionPoint { $0 < time }
    if next == starts.count { return next - 1 }
    return next > 0 && time - starts[next - 1] < starts[next] - time ? next - 1 : next
  }

  /// The elapsed seconds from a time to the next one; `nil` of a single time.
  ///
  /// After the last time of a plan it is what it was at the same time of day before, or else the interval before
  /// it.
  func interval(at place: Int) -> Double? {
    let last = starts.count - 1
    if place == last, next != TaskCourse.unknown { return Double(next - starts[last]) }
    guard starts.count > 1 else { return nil }
    let place = place < last ? place : slots[..<last].lastIndex(of: slots[last]) ?? last - 1
    return Double(starts[place + 1] - starts[place])
  }

  /// What an interval between doses of two times is compared with, and whether a dose was missed in it.
  ///
  /// - Parameters:
  ///   - from: The position of the first dose's time.
  ///   - to: That of the second one's.
  ///   - areBothPlanned: Whether both belong to occurrences.
  /// - Returns: The planned interval in seconds; NaN where there is none to compare with: for two doses
  ///   planned at one time, and across times that were neither taken nor missed.
  func comparison(from: Int, to: Int, _ areBothPlanned: Bool) -> (Double, Bool) {
    let interval = interval(at: from) ?? .nan
    if to == from, areBothPlanned, counts[from] > 1 { return (.nan, false) }
    if to <= from + 1 { return (interval, false) }
    let isMiss = misses[to] > misses[from + 1]
    return (isMiss ? interval : .nan, isMiss)
  }
}
