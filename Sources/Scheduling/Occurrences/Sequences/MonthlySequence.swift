/// Members at an interval of months, optionally plus days, on the anchor's day of the month.
struct MonthlySequence: IndexedSequence {
  /// The month of the anchor, counted from year 0.
  private let anchorMonth: Int
  private let anchorDay: Int
  private let step: ISODuration
  private let policy: MonthEndPolicy
  /// The times of day in seconds, ascending.
  private let times: [Int64]
  /// The steps with an existing date in one cycle of the calendar; empty if all exist.
  private let existing: [Int]
  private let cycle: Int
  private var skipped: Int64 = 0
  /// The number of members in the years of the calendar.
  private(set) var limit: Int64 = 0

  init(from anchor: CivilDateTime, step: ISODuration, policy: MonthEndPolicy, times: [Int64]) {
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

  /// Returns the step of the member at an ordinal, for sequences with one time of day.
  func step(_ ordinal: Int64) -> Int64 { Int64(step(at: Int(ordinal + skipped))) }

  func rank(_ local: Int64) -> Int64 { (0..<limit).partitionPoint { nominal($0) < local } }

  private func day(ofStep index: Int) -> Int {
    let (year, month) = (anchorMonth + index * step.months).quotientAndRemainder(dividingBy: 12)
    let length = CivilDate.length(ofMonth: month + 1, year: year)
    let day = policy == .overflow ? anchorDay : min(anchorDay, length)
    return CivilDate.dayNumber(year: year, month: month + 1, day: day) + index * step.days
  }

  /// Returns the step at an index, not counting steps without a date.
  private func step(at index: Int) -> Int {
    guard !existing.isEmpty else { return index }
    let (turn, position) = index.quotientAndRemainder(dividingBy: existing.count)
    return turn * cycle + existing[position]
  }

  /// Returns the number of the first `steps` steps that have a date.
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
