/// Which days and times of day go well, and what follows a miss.
public struct DosePatterns: Sendable {
  /// The occurrences of each ISO weekday, from Monday.
  public internal(set) var weekdays: [ClassTally]
  /// Whether weekdays differ.
  public internal(set) var weekdayTest: Estimate<ChiSquare>
  /// Whether Saturday and Sunday differ from the other days.
  public internal(set) var weekend: WeekendEffect
  /// The nominal times of day in seconds, ascending; -1 for all day.
  public internal(set) var slotTimes: [Int]
  /// The occurrences of each of them.
  public internal(set) var slots: [ClassTally]
  /// Whether they differ.
  public internal(set) var slotTest: Estimate<ChiSquare>
  /// Days on which one of two times was taken and the other missed; `nil` where there are not two.
  public internal(set) var pairs: McNemar?
  /// What follows a miss, and what a dose taken.
  public internal(set) var transitions: Transitions
  /// How long runs of misses and of doses taken are.
  public internal(set) var runs: RunLengths
}

extension DosePatterns {
  init(_ days: DoseDays, _ doses: EvaluableDoses) {
    weekdays = days.weekdays.map { ClassTally(expected: $0.expected, taken: $0.taken) }
    weekdayTest = ChiSquare.test(weekdays)
    weekend = WeekendEffect(weekdays: weekdays)
    slotTimes = doses.slotTimes.map(Int.init)
    slots = ClassTally.slots(of: doses.taken, at: doses.slots, count: doses.slotTimes.count)
    slotTest = slots.count < 2 ? .missing(.tooFew) : ChiSquare.test(slots)
    pairs =
      slots.count == 2 ? McNemar(of: doses.taken, on: doses.days, at: doses.slots) : nil
    transitions = Transitions(of: doses.taken, at: doses.indices, events: doses.events)
    runs = RunLengths(of: doses.taken, at: doses.indices)
  }
}
