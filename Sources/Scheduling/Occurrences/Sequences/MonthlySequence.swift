/// Members every so many months, and days besides, at the anchor's day of the month.
struct MonthlySequence {
  /// The months since year 0.
  private let anchorMonth: Int
  private let anchorDay: Int
  private let step: Period
  private let policy: MonthEndPolicy
  /// The times of day in seconds, ascending.
  private let times: [Int64]
  /// The steps whose date exists, within a cycle of the calendar; empty where every step has one.
  private let existing: [Int]
  private let cycle: Int
  private var skipped: Int64 = 0
  /// The number of members that the calendar's years hold.
  private(set) var limit: Int64 = 0

  init(from anchor: CivilDateTime, step: Period, policy: MonthEndPolicy, times: [Int64]) {
    let (year, month, day) = anchor.date.parts
    anchorMonth = year * 12 + month - 1
    anchorDay = day
    self.step = step
    self.policy = policy
    self.times = times
    cycle = 4800 / greatestCommonDivisor(4800, step.months)
    existing =
      policy == .skip && day > 28
      ? MonthlySequence.existing(day: day, from: anchorMonth, step: step.months, cycle: cycle) : []
    limit =
      (Int64(existingSteps(within: (9999 * 12 + 11 - anchorMonth) / step.months + 1))
        * Int64(times.count))
    skipped = rank(anchor.localSeconds)
    limit -= skipped
  }

  func nominal(_ ordinal: Int64) -> Int64 {
    let (index, time) = (ordinal + skipped).quotientAndRemainder(dividingBy: Int64(times.count))
    return Int64(day(ofStep: step(at: Int(index)))) * 86_400 + times[Int(time)]
  }

  /// The step of the member at an ordinal, where there is one time of day.
  func step(_ ordinal: Int64) -> Int64 { Int64(step(at: Int(ordinal + skipped))) }

  func rank(_ local: Int64) -> Int64 { (0..<limit).partitionPoint { nominal($0) < local } }

  private func day(ofStep index: Int) -> Int {
    let (year, month) = (anchorMonth + index * step.months).quotientAndRemainder(dividingBy: 12)
    let length = CivilDate.length(ofMonth: month + 1, year: year)
    let day = policy == .overflow ? anchorDay : min(anchorDay, length)
    return CivilDate.dayNumber(year: year, month: month + 1, day: day) + index * step.days
  }

  /// The step of the member at an index, where steps without a date are left out.
  private func step(at index: Int) -> Int {
    guard !existing.isEmpty else { return index }
    let (turn, place) = index.quotientAndRemainder(dividingBy: existing.count)
    return turn * cycle + existing[place]
  }

  /// How many of the first steps have a date.
  private func existingSteps(within steps: Int) -> Int {
    guard !existing.isEmpty else { return steps }
    let (turn, rest) = steps.quotientAndRemainder(dividingBy: cycle)
    return turn * existing.count + existing.partitionPoint { $0 < rest }
  }

  private static func existing(day: Int, from month: Int, step: Int, cycle: Int) -> [Int] {
    (0..<cycle).filter { index in
      let (year, zeroBased) = (month + index * step).quotientAndRemainder(dividingBy: 12)
      return day <= CivilDate.length(ofMonth: zeroBased + 1, year: year)
    }
  }
}
