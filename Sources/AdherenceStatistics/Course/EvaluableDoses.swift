import AdherenceAnalytics
import Scheduling

/// The occurrences in the denominator as columns, in memory that is used again.
struct EvaluableDoses {
  private(set) var taken: [Bool] = []
  /// Their positions among all occurrences of the course.
  private(set) var indices: [Int32] = []
  private(set) var days: [Int32] = []
  /// The positions of their times of day among ``slotTimes``.
  private(set) var slots: [Int32] = []
  /// How many events are their own.
  private(set) var events: [Int32] = []
  /// The times of day that the course has, ascending; -1 for all day.
  private(set) var slotTimes: [Int32] = []
  /// Of those taken at a known time: the seconds from the planned to that time.
  private(set) var delays: [Int64] = []
  /// Of the same: the wall-clock second of the day, and the slot.
  private(set) var clocks: [Int32] = []
  private(set) var clockSlots: [Int32] = []
  /// The kept events at known times, in order.
  private(set) var eventTimes: [Int64] = []
  /// The holds, apart from each other and in order.
  private(set) var holds: [Range<Int64>] = []

  /// Sorts a course into columns.
  mutating func take(_ course: borrowing TaskCourse) {
    removeAll()
    let all = course.occurrences
    for time in all.slots where slotTimes.last != time { note(slot: time) }
    for index in all.statuses.indices where all.statuses[index].isEvaluable {
      let isTaken = all.statuses[index] == .taken
      let slot = position(of: all.slots[index])
      taken.append(isTaken)
      indices.append(Int32(truncatingIfNeeded: index))
      days.append(all.days[index])
      slots.append(slot)
      events.append(all.events[index])
      guard isTaken, all.clocks[index] >= 0 else { continue }
      delays.append(all.times[index] - all.starts[index])
      clocks.append(all.clocks[index])
      clockSlots.append(slot)
    }
    for time in course.events.times where time != TaskCourse.unknown { eventTimes.append(time) }
    join(course.holds)
  }

  private mutating func removeAll() {
    taken.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    slotTimes.removeAll(keepingCapacity: true)
    delays.removeAll(keepingCapacity: true)
    clocks.removeAll(keepingCapacity: true)
    clockSlots.removeAll(keepingCapacity: true)
    eventTimes.removeAll(keepingCapacity: true)
    holds.removeAll(keepingCapacity: true)
  }

  private mutating func note(slot time: Int32) {
    let place = slotTimes.partitionPoint { $0 < time }
    if place < slotTimes.count, slotTimes[place] == time { return }
    slotTimes.insert(time, at: place)
  }

  private func position(of time: Int32) -> Int32 {
    // Plans have few times of day.
    for (place, known) in slotTimes.enumerated() where known == time { return Int32(place) }
    return 0
  }

  private mutating func join(_ ranges: [Range<Int64>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = holds.last, range.lowerBound <= last.upperBound {
        holds[holds.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        holds.append(range)
      }
    }
  }
}
