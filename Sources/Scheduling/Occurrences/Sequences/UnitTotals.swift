/// The numbers of units of consecutive days, if they differ from day to day.
///
/// Safe: days are those of the calendar, each of at most 86,400 units.
struct UnitTotals {
  private let phase: DayPhase
  /// The cumulative units of the days in one cycle; empty without filters.
  private let sums: [Int64]

  /// Precomputes the sums from the number of units of a day by the second of its first unit; `nil` if the
  /// cycle is too long.
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

  /// Returns the number of units on the days of a range.
  func units(of days: Range<Int>) -> Int64 {
    units(before: days.upperBound) - units(before: days.lowerBound)
  }

  /// Returns the number of units before a day, relative to a fixed origin.
  private func units(before day: Int) -> Int64 {
    guard let all = sums.last, sums.count > 1 else {
      return (Int64(day) * 86_400 - phase.origin - 1).flooredQuotient(phase.step) + 1
    }
    let rounds = day.flooredQuotient(sums.count - 1)
    return Int64(rounds) * all + sums[day - rounds * (sums.count - 1)]
  }
}
