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
    // The one dose that the change of clocks moves is none of a time of its own.
    let slotTimes = Dictionary(grouping: course.occurrences, by: \.slot)
      .filter { $0.value.count > 1 }.keys.sorted()
    slotCount = slotTimes.count
    times = course.events.times
    holds = course.holds
    for (index, row) in course.occurrences.enumerated()
    where row.status == .taken || row.status == .missed {
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

  private mutating func fillDays(_ course: TaskCourse) {
    let days = Dictionary(grouping: course.occurrences, by: \.day)
    for (day, rows) in days.sorted(by: { $0.key < $1.key }) {
      guard rows.allSatisfy({ $0.status == .taken || $0.status == .missed }) else { continue }
      evaluableDays.append(day)
      ratios.append(Double(rows.count { $0.status == .taken }) / Double(rows.count))
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
