/// A patient's weeks and days counted from the start of treatment.
struct TreatmentWeeks: Sendable {
  /// The occurrences due, by week.
  private(set) var expected: [Int] = []
  /// The number of those completed, by week.
  private(set) var taken: [Int] = []
  /// The evaluable days, and whether anything was taken on them.
  private(set) var days: [JudgedDay] = []

  /// The number of events in each hour of the local day.
  private(set) var hours: [Int]

  /// An evaluable day.
  struct JudgedDay: Sendable {
    var number: Int32
    var isCovered: Bool
  }

  /// Counts the days from a start on; earlier days are ignored.
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
