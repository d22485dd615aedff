/// A patient's weeks and days counted from the start of treatment.
struct TreatmentWeeks: Sendable {
  /// What was due, by week.
  private(set) var expected: [Int] = []
  /// What of it was completed, by week.
  private(set) var taken: [Int] = []
  /// The days that can be judged, and whether anything was taken on them.
  private(set) var days: [JudgedDay] = []

  /// How many events were recorded in each hour of the wall clock.
  private(set) var hours: [Int]

  /// A day that can be judged.
  struct JudgedDay: Sendable {
    var number: Int32
    var isCovered: Bool
  }

  /// Counts the days from a start on; those before it are in no week.
  init(_ days: DoseDays, from start: Int, hours: [Int]) {
    self.hours = hours
    self.days.reserveCapacity(days.evaluable.count)
    let past = max(0, start - days.first)
    for offset in days.all.indices.dropFirst(past) where days.all[offset].hasOccurrence {
      let (day, relative) = (days.all[offset], days.first + offset - start)
      let missing = relative / 7 + 1 - expected.count
      if missing > 0 {
        expected += repeatElement(0, count: missing)
        taken += repeatElement(0, count: missing)
      }
      expected[relative / 7] += Int(day.expected)
      taken[relative / 7] += Int(day.taken)
      if day.isEvaluable {
        self.days.append(JudgedDay(number: Int32(relative), isCovered: day.taken > 0))
      }
    }
  }
}
