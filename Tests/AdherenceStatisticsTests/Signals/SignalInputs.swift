import AdherenceAnalytics
import AdherenceStatistics

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
  var holds: [Range<Int64>] = []
  var slotCount = 0
  var span: Range<Int64>?
  var nominal: Double { 86_400 / Double(max(1, slotCount)) }

  init(_ course: TaskCourse) {
    let rows = course.occurrences
    // The one dose that the change of clocks moves is none of a time of its own.
    let slotTimes = Set(rows.slots).filter { time in rows.slots.count { $0 == time } > 1 }.sorted()
    slotCount = slotTimes.count
    times = course.events.times
    holds = course.holds
    for index in 0..<rows.count where rows.statuses[index].isEvaluable {
      let isTaken = rows.statuses[index] == .taken
      let slot = Int32(slotTimes.firstIndex(of: rows.slots[index]) ?? 0)
      taken.append(isTaken)
      indices.append(Int32(index))
      owned.append(rows.events[index])
      days.append(rows.days[index])
      slots.append(slot)
      span = (span?.lowerBound ?? rows.starts[index])..<rows.expiries[index]
      guard isTaken else { continue }
      lateness.append(rows.times[index] - rows.starts[index])
      clocks.append(rows.clocks[index])
      clockSlots.append(slot)
    }
    fillDays(course)
    fillWeeks()
  }

  private mutating func fillDays(_ course: TaskCourse) {
    let rows = course.occurrences
    for day in Set(rows.days).sorted() {
      let those = rows.days.indices.filter { rows.days[$0] == day }.map { rows.statuses[$0] }
      guard those.allSatisfy(\.isEvaluable) else { continue }
      evaluableDays.append(day)
      ratios.append(Double(those.count { $0 == .taken }) / Double(those.count))
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
