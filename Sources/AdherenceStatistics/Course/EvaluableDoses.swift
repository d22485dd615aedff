import AdherenceAnalytics
import Scheduling

/// The occurrences in the denominator as columns.
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
  ///
  /// Each is made in a loop of its own: appending to all of them in one costs several times as much.
  mutating func take(_ course: borrowing TaskCourse) {
    let all = course.occurrences
    slotTimes.removeAll(keepingCapacity: true)
    for occurrence in all where slotTimes.last != occurrence.slot { note(slot: occurrence.slot) }
    let evaluable = all.indices.filter { all[$0].isEvaluable }
    indices = evaluable.map { Int32(truncatingIfNeeded: $0) }
    taken = evaluable.map { all[$0].status == .taken }
    days = evaluable.map { all[$0].day }
    events = evaluable.map { all[$0].events }
    slots =
      slotTimes.count < 2
      ? Array(repeating: 0, count: evaluable.count)
      : evaluable.map { position(of: all[$0].slot) }
    let timed = evaluable.filter { all[$0].status == .taken && all[$0].clock >= 0 }
    delays = timed.map { all[$0].time - all[$0].start }
    clocks = timed.map { all[$0].clock }
    clockSlots =
      slotTimes.count < 2
      ? Array(repeating: 0, count: timed.count) : timed.map { position(of: all[$0].slot) }
    let unknown = course.events.times.partitionPoint { $0 == TaskCourse.unknown }
    eventTimes = Array(course.events.times[unknown...])
    holds.removeAll(keepingCapacity: true)
    join(course.holds)
  }

  private mutating func note(slot time: Int32) {
    let place = slotTimes.partitionPoint { $0 < time }
    if place < slotTimes.count, slotTimes[place] == time { return }
    slotTimes.insert(time, at: place)
  }

  private func position(of time: Int32) -> Int32 {
    // Plans mostly have few times of day, among which a look at each is faster.
    if slotTimes.count > 8 { return Int32(slotTimes.partitionPoint { $0 < time }) }
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

extension TaskCourse.Occurrence {
  /// Whether it is in the denominator.
  var isEvaluable: Bool { status == .taken || status == .missed }
}
