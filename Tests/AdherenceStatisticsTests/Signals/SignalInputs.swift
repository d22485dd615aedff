import AdherenceAnalytics
import AdherenceStatistics
import TestSupport

/// The series that signals are found in, made of a course in the plainest way.
struct SignalInputs {
  // Occurrences that can be judged.
  var taken: [Bool] = []
  var indices: [Int32] = []
  var owned: [Int32] = []
  var days: [Int32] = []
  var slots: [Int32] = []
  // Days that can be judged.
  var evaluableDays: [Int32] = []
  var ratios: [Double] = []
  var events: [Int32] = []
  // Weeks in which anything was due.
  var weeks: [Int32] = []
  var weekRatios: [Double] = []
  // Doses taken.
  var lateness: [Int64] = []
  var clocks: [Int32] = []
  var clockSlots: [Int32] = []

  var times: [Int64] = []
  /// The seconds from the planned time of each event to the next one.
  var following: [Int64] = []
  var intervals: DoseIntervals
  var holds: [Range<Int64>] = []
  var slotCount = 0
  var span: Range<Int64>?
  var nominal: Double { 86_400 / Double(max(1, slotCount)) }

  init(_ course: TaskCourse) {
    let rows = course.occurrences
    // The one dose that the change of clocks moves is none of a time of its own.
    let slotTimes = Set(rows.map(\.slot)).filter { time in rows.count { $0.slot == time } > 1 }
      .sorted()
    slotCount = slotTimes.count
    times = course.events.times
    intervals = DoseIntervals(course)
    let starts = rows.map(\.start)
    following = times.map { SignalInputs.interval(after: $0, in: starts) }
    holds = course.holds
    for (index, row) in rows.enumerated() where isEvaluable(row) {
      let slot = Int32(slotTimes.firstIndex(of: row.slot) ?? 0)
      taken.append(row.status == .taken)
      indices.append(Int32(index))
      owned.append(row.events)
      days.append(row.day)
      slots.append(slot)
      span = (span?.lowerBound ?? row.start)..<row.expiry
      guard row.status == .taken else { continue }
      lateness.append(row.time - row.start)
      clocks.append(row.clock)
      clockSlots.append(slot)
    }
    fillDays(course)
    fillWeeks()
  }

  /// The seconds from the planned time nearest to a moment to the next one, or to the last one.
  private static func interval(after time: Int64, in starts: [Int64]) -> Int64 {
    let nearest = starts.indices.min {
      (abs(starts[$0] - time), -$0) < (abs(starts[$1] - time), -$1)
    }
    guard let nearest, starts.count > 1 else { return 0 }
    let place = min(nearest, starts.count - 2)
    return starts[place + 1] - starts[place]
  }

  private func isEvaluable(_ row: TaskCourse.Occurrence) -> Bool {
    row.status == .taken || row.status == .missed
  }

  private mutating func fillDays(_ course: TaskCourse) {
    for day in Set(course.occurrences.map(\.day)).sorted() {
      let those = course.occurrences.filter { $0.day == day }
      guard those.allSatisfy(isEvaluable) else { continue }
      evaluableDays.append(day)
      ratios.append(Double(those.count { $0.status == .taken }) / Double(those.count))
      events.append(Int32(course.events.days.count { $0 == day }))
    }
  }

  private mutating func fillWeeks() {
    let numbers = days.map { ($0 + 3) / 7 }
    for week in Set(numbers).sorted() {
      let those = numbers.indices.filter { numbers[$0] == week }
      weeks.append(week - (numbers.min() ?? 0))
      weekRatios.append(Double(those.count { taken[$0] }) / Double(those.count))
    }
  }
}
