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
  mutating func take(_ course: borrowing TaskCourse) {
    let all = course.occurrences
    noteSlots(of: all)
    indices = all.places { $0.isEvaluable }
    taken = all.column(at: indices) { $0.status == .taken }
    days = all.column(at: indices) { $0.day }
    events = all.column(at: indices) { $0.events }
    slots = slots(of: all, at: indices)
    let timed = all.places { occurrence in
      let (status, clock) = (occurrence.status, occurrence.clock)
      return status == .taken && clock >= 0
    }
    delays = all.column(at: timed) { $0.time - $0.start }
    clocks = all.column(at: timed) { $0.clock }
    clockSlots = slots(of: all, at: timed)
    let unknown = course.events.times.partitionPoint { $0 == TaskCourse.unknown }
    eventTimes = Array(course.events.times[unknown...])
    holds.removeAll(keepingCapacity: true)
    join(course.holds)
  }

  private mutating func noteSlots(of all: [TaskCourse.Occurrence]) {
    slotTimes.removeAll(keepingCapacity: true)
    // Times of day mostly take turns.
    var (last, former) = (Int32.min, Int32.min)
    for time in all.lazy.map(\.slot) where time != last {
      if time != former { note(slot: time) }
      (last, former) = (time, last)
    }
  }

  private func slots(of all: [TaskCourse.Occurrence], at places: [Int32]) -> [Int32] {
    slotTimes.count < 2
      ? Array(repeating: 0, count: places.count)
      : all.column(at: places) { position(of: $0.slot) }
  }

  private mutating func note(slot time: Int32) {
    let place = slotTimes.partitionPoint { $0 < time }
    if place < slotTimes.count, slotTimes[place] == time { return }
    slotTimes.insert(time, at: place)
  }

  private func position(of time: Int32) -> Int32 {
    // Plans mostly have few times of day, among which a look at each is faster.
    slotTimes.count > 8
      ? Int32(slotTimes.partitionPoint { $0 < time })
      : slotTimes.reduce(0) { $0 &+ ($1 < time ? 1 : 0) }
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
