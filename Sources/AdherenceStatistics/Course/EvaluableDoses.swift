import AdherenceAnalytics
import Scheduling

/// The occurrences in the denominator as columns.
struct EvaluableDoses {
  private(set) var taken: [Bool] = []
  /// Their indices among all occurrences of the course.
  private(set) var indices: [Int32] = []
  private(set) var days: [Int32] = []
  /// The indices of their times of day in ``slotTimes``.
  private(set) var slots: [Int32] = []
  /// The number of events matched to each.
  private(set) var events: [Int32] = []
  /// The distinct times of day, ascending; -1 is all-day.
  private(set) var slotTimes: [Int32] = []
  /// For doses taken at a known time: the deviation from the planned time in seconds.
  private(set) var delays: [Int64] = []
  /// For the same doses: the second of the local day, and the slot.
  private(set) var clocks: [Int32] = []
  private(set) var clockSlots: [Int32] = []
  /// The known times of the accepted doses, in order.
  private(set) var eventTimes: [Int64] = []
  /// For the same doses: the start of their occurrence; `TaskCourse.unknown` without one.
  private(set) var eventStarts: [Int64] = []
  /// For the same doses: the amount as a multiple of the target.
  private(set) var eventAmounts: [Double] = []
  /// The holds, disjoint and in order.
  private(set) var holds: [Range<Int64>] = []
  /// The indices of doses taken at a known time.
  private var timed: [Int32] = []

  /// Sorts a course into columns.
  mutating func take(_ course: borrowing TaskCourse) {
    let all = course.occurrences
    noteSlots(of: all)
    indices.takePlaces(of: all) { $0.due }
    taken.take(all, at: indices) { $0.status == .taken }
    days.take(all, at: indices) { $0.day }
    events.take(all, at: indices) { $0.events }
    timed.takePlaces(of: all) { $0.taken & ~Int($0.clock >> 31) }
    delays.take(all, at: timed) { $0.time - $0.start }
    clocks.take(all, at: timed) { $0.clock }
    takeSlots(of: all)
    takeEvents(course)
    holds.removeAll(keepingCapacity: true)
    join(course.holds)
  }

  private mutating func takeEvents(_ course: borrowing TaskCourse) {
    eventTimes.removeAll(keepingCapacity: true)
    eventStarts.removeAll(keepingCapacity: true)
    eventAmounts.removeAll(keepingCapacity: true)
    let events = course.events
    let first = events.times.partitionPoint { $0 == TaskCourse.unknown }
    eventTimes += events.times[first...]
    eventStarts += events.planned[first...]
    eventAmounts += events.amounts[first...]
  }

  private mutating func noteSlots(of all: [TaskCourse.Occurrence]) {
    slotTimes.removeAll(keepingCapacity: true)
    // Times of day usually alternate.
    var (last, former) = (Int32.min, Int32.min)
    for time in all.lazy.map(\.slot) where time != last {
      if time != former { note(slot: time) }
      (last, former) = (time, last)
    }
  }

  private mutating func note(slot time: Int32) {
    let place = slotTimes.partitionPoint { $0 < time }
    if place < slotTimes.count, slotTimes[place] == time { return }
    slotTimes.insert(time, at: place)
  }

  private mutating func takeSlots(of all: [TaskCourse.Occurrence]) {
    let times = slotTimes
    // Plans usually have few times of day, for which linear search is faster.
    switch times.count {
    case 0, 1:
      slots.take(all, at: indices) { _ in 0 }
      clockSlots.take(all, at: timed) { _ in 0 }
    case 2:
      let second = times[1]
      slots.take(all, at: indices) { $0.slot < second ? 0 : 1 }
      clockSlots.take(all, at: timed) { $0.slot < second ? 0 : 1 }
    default:
      slots.take(all, at: indices) { EvaluableDoses.position(of: $0.slot, among: times) }
      clockSlots.take(all, at: timed) { EvaluableDoses.position(of: $0.slot, among: times) }
    }
  }

  // Safe: it counts to eight.
  private static func position(of time: Int32, among times: [Int32]) -> Int32 {
    times.count > 8
      ? Int32(times.partitionPoint { $0 < time })
      : times.reduce(0) { $0 &+ ($1 < time ? 1 : 0) }
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
  var isEvaluable: Bool { due == 1 }

  /// 1 if it is in the denominator, otherwise 0: adding is faster than an unpredictable branch.
  var due: Int { Int(~(status.rawValue >> 1 | status.rawValue >> 2) & 1) }

  /// 1 if it was taken, otherwise 0.
  var taken: Int { due & Int(status.rawValue) }
}
