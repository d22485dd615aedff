/// Members of a rule below a day whose times shift from day to day, on the days that its parts leave.
///
/// The members before each year are counted once; a year's days then lead to any member.
struct ShiftingSequence {
  private let days: [[Int]]
  private let phase: DayPhase
  private let base: Int
  /// The members of the years before each year from ``base`` on, and of all of them at the end.
  private var before: [Int64] = [0]
  /// The members before the anchor.
  private var skipped: Int64 = 0

  /// Creates the sequence of the members at or after an anchor.
  ///
  /// - Parameters:
  ///   - days: The days that the rule leaves of each year.
  ///   - phase: The times of each day.
  ///   - anchor: The first local time that may be a member.
  ///   - last: The last year that may matter.
  ///   - count: The most members that may matter.
  init(_ days: RuleDays, _ phase: DayPhase, from anchor: CivilDateTime, last: Int, count: Int) {
    self.days = (0..<14).map { index in
      let kind = YearKind(index: index)
      return (days.set(in: kind) & DaySet(0..<kind.length)).days
    }
    self.phase = phase.counting()
    base = anchor.date.year
    before = counts(until: last, count)
    skipped = rank(anchor.localSeconds)
  }

  /// Counts year by year; years of one kind that the interval meets alike have as many members.
  private func counts(until last: Int, _ count: Int) -> [Int64] {
    var before: [Int64] = [0]
    var known: [Year: Int64] = [:]
    for year in base...max(base, last) {
      let total = before[before.count - 1]
      // The first year may lie before the anchor, so that its members are not counted on.
      if before.count > 1, total - before[1] >= count { break }
      let key = Year(kind: YearKind(year: year), first: phase.first(onDay: begin(of: year)))
      let members = known[key] ?? Int64(days(of: year).reduce(0) { $0 + self.count(onDay: $1) })
      known[key] = members
      before.append(total + members)
    }
    return before
  }

  /// What the number of a year's members depends on.
  private struct Year: Hashable {
    var kind: YearKind
    var first: Int64
  }

  private func begin(of year: Int) -> Int { CivilDate.dayNumber(year: year, month: 1, day: 1) }

  func days(of year: Int) -> [Int] {
    let begin = begin(of: year)
    return days[YearKind(year: year).index].map { begin + $0 }
  }

  func count(onDay day: Int) -> Int { phase.count(from: phase.first(onDay: day)) }

  /// Times of a day that are not asked for are not listed: clocks that change ask for each by itself.
  func nominal(_ ordinal: Int64) -> Int64 {
    let place = place(of: ordinal)
    let day = place.days[place.day]
    return Int64(day) * 86_400 + phase.time(at: place.place, onDay: day)
  }

  func rank(_ local: Int64) -> Int64 {
    let date = CivilDateTime(clamping: local).date
    let index = date.year - base
    guard index >= 0 else { return 0 }
    guard index < before.count - 1 else { return before[before.count - 1] - skipped }
    var rank = before[index]
    for day in days(of: date.year) where day <= date.dayNumber {
      let second = local - Int64(day) * 86_400
      rank +=
        second >= 86_400
        ? Int64(count(onDay: day)) : Int64(phase.times(onDay: day).partitionPoint { $0 < second })
    }
    return max(0, rank - skipped)
  }

  /// The members of all years.
  var total: Int64 { before[before.count - 1] - skipped }

  /// Where a member is: its year with the days that have members, the place of its day, and its own on that day.
  func place(of ordinal: Int64) -> (year: Int, days: [Int], day: Int, place: Int) {
    let index = ordinal + skipped
    let first = before.partitionPoint { $0 <= index } - 1
    let days = days(of: base + first)
    var (day, place) = (0, Int(index - before[first]))
    while case let count = count(onDay: days[day]), count <= place {
      place -= count
      day += 1
    }
    return (base + first, days, day, place)
  }

  /// The local seconds of the members of a day, ascending.
  func members(ofDay day: Int) -> [Int64] {
    phase.times(onDay: day).map { Int64(day) * 86_400 + $0 }
  }
}
