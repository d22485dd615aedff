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
    let (all, past) = (days.all, max(0, start - days.first))
    let shift = days.first - start
    guard let last = all.lastIndex(where: { $0.hasOccurrence }), last >= past else { return }
    expected = Array(repeating: 0, count: (last + shift) / 7 + 1)
    taken = expected
    var (week, weekday) = (past + shift).quotientAndRemainder(dividingBy: 7)
    for offset in past...last {
      expected[week] += Int(all[offset].expected)
      taken[week] += Int(all[offset].taken)
      (week, weekday) = weekday == 6 ? (week + 1, 0) : (week, weekday + 1)
    }
    self.days.reserveCapacity(days.evaluable.count)
    for offset in days.evaluable where offset >= past {
      let isCovered = all[Int(offset)].taken > 0
      self.days.append(JudgedDay(number: offset + Int32(shift), isCovered: isCovered))
    }
  }
}
