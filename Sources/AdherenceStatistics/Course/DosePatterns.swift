/// Adherence by weekday and time of day, and transitions between missed and taken doses.
///
/// They are descriptive, without tests: doses of a patient are not independent, and seven weekdays
/// or all times of day are compared at once. They must not be used to claim that one weekday
/// differs from others.
package struct DosePatterns: Sendable {
  /// The occurrences of each ISO weekday, from Monday.
  package internal(set) var weekdays: [ClassTally]
  /// The share taken on weekends minus that on other days.
  package internal(set) var weekendEffect: Estimate<Double>
  /// The nominal times of day in seconds, ascending; -1 for all day.
  var slotTimes: [Int]
  /// The occurrences of each time of day.
  package internal(set) var slots: [ClassTally]
  /// The transitions after missed and taken doses.
  package internal(set) var transitions: Transitions
  /// The lengths of runs of missed and of taken doses.
  var runs: RunLengths
}

extension DosePatterns {
  init(_ days: DoseDays, _ doses: EvaluableDoses) {
    weekdays = days.weekdays.map { ClassTally(expected: $0.expected, taken: $0.taken) }
    weekendEffect = ClassTally.weekendEffect(of: weekdays)
    slotTimes = doses.slotTimes.map(Int.init)
    slots = ClassTally.slots(of: doses.taken, at: doses.slots, count: doses.slotTimes.count)
    transitions = Transitions(of: doses.taken, at: doses.indices, events: doses.events)
    runs = RunLengths(of: doses.taken, at: doses.indices)
  }
}
