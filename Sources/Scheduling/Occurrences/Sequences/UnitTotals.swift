/// How many units many days in a row have, where one day has others than the next.
///
/// Safe: days are those of the calendar, each of at most 86,400 units.
struct UnitTotals {
  private let phase: DayPhase
  /// The units of the first days up to each, of as many as come again and again; none where no limit leaves
  /// units out.
  private let sums: [Int64]

  /// Adds up the units of days by the seconds at which their first begin; `nil` where too many days go by
  /// until one is like another.
  init?(_ phase: DayPhase, unitsFrom first: (Int64) -> Int64) {
    self.phase = phase
    guard phase.isLimited else {
      sums = []
      return
    }
    let days = Int(phase.step) / greatestCommonDivisor(Int(phase.step), 86_400)
    guard days <= UnitSequence.mostListed else { return nil }
    sums = (0..<days).reduce(into: [0]) { sums, day in
      sums.append(sums[day] + first(phase.first(onDay: day)))
    }
  }

  /// The units of the days of a range.
  func units(of days: Range<Int>) -> Int64 {
    units(before: days.upperBound) - units(before: days.lowerBound)
  }

  /// The units before a day, counted from any that is always the same.
  private func units(before day: Int) -> Int64 {
    guard let all = sums.last, sums.count > 1 else {
      return (Int64(day) * 86_400 - phase.origin - 1).flooredQuotient(phase.step) + 1
    }
    let rounds = day.flooredQuotient(sums.count - 1)
    return Int64(rounds) * all + sums[day - rounds * (sums.count - 1)]
  }
}
