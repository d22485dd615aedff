import AdherenceAnalytics

/// A group's patients by the weeks and days since the start of treatment, in counts.
///
/// Memory follows the time and the different counts of a week, and not the patients.
struct TreatmentTime: Hashable, Sendable, Codable {
  /// How many patients had so much taken of so much expected in a week, by ``key(_:_:_:)``.
  private(set) var weeks: [UInt64: Int] = [:]
  /// By day: the patients whose day can be judged.
  private(set) var observed: [Int] = []
  /// By day: those of them who took anything.
  private(set) var covered: [Int] = []

  /// By hour of the wall clock: the events that were recorded.
  private(set) var hours = [Int](repeating: 0, count: 24)

  /// One week of the patients who have something due in it.
  struct WeekRatios {
    var number: Int
    var expected = 0
    var taken = 0
    /// The patients' ratios, ascending, each as often as it occurs.
    var ratios: [Double] = []
  }

  private static func key(_ week: Int, _ expected: Int, _ taken: Int) -> UInt64 {
    UInt64(week) << 40 | UInt64(expected) << 20 | UInt64(taken)
  }

  /// Adds a patient.
  mutating func add(_ time: TreatmentWeeks) {
    for (week, (expected, taken)) in zip(time.expected, time.taken).enumerated() where expected > 0
    {
      // More than a million occurrences of one task in a week count as so many.
      weeks[TreatmentTime.key(week, min(expected, 0xFFFFF), min(taken, 0xFFFFF)), default: 0] += 1
    }
    for (hour, events) in time.hours.enumerated() { hours[hour] += events }
    guard let last = time.days.last?.number else { return }
    reach(Int(last) + 1)
    for day in time.days {
      observed[Int(day.number)] += 1
      covered[Int(day.number)] += day.isCovered ? 1 : 0
    }
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: TreatmentTime) {
    weeks.merge(other.weeks, uniquingKeysWith: +)
    for (hour, events) in other.hours.enumerated() { hours[hour] += events }
    reach(other.observed.count)
    for day in other.observed.indices {
      observed[day] += other.observed[day]
      covered[day] += other.covered[day]
    }
  }

  /// Whether its lists fit to each other, and its numbers are counts of so many patients.
  func isSound(of patients: Int) -> Bool {
    observed.count == covered.count && hours.allSatisfy(\.isCount) && hours.count == 24
      && [observed, covered, Array(weeks.values)].joined().allSatisfy { 0...patients ~= $0 }
      && weeks.keys.allSatisfy { $0 >> 20 & 0xFFFFF >= max(1, $0 & 0xFFFFF) }
  }

  private mutating func reach(_ days: Int) {
    guard observed.count < days else { return }
    observed += repeatElement(0, count: days - observed.count)
    covered += repeatElement(0, count: days - covered.count)
  }

  /// By week: how many patients have something due in it.
  var weekSizes: [Int: Int] {
    weeks.reduce(into: [:]) { $0[Int($1.key >> 40), default: 0] += $1.value }
  }

  /// The weeks in which anybody has something due, in order; each is made when its turn comes, as it has a
  /// number for every patient.
  var byWeek: some Sequence<WeekRatios> {
    let keys = weeks.keys.sorted()
    let starts = keys.indices.filter { $0 == 0 || keys[$0] >> 40 > keys[$0 - 1] >> 40 }
    return zip(starts, starts.dropFirst() + [keys.count]).lazy.map { week(keys[$0..<$1]) }
  }

  /// The week of some keys.
  private func week(_ keys: ArraySlice<UInt64>) -> WeekRatios {
    var week = WeekRatios(number: keys.first.map { Int($0 >> 40) } ?? 0)
    let counts = keys.map { key in
      (
        expected: Int(key >> 20 & 0xFFFFF), taken: Int(key & 0xFFFFF), patients: weeks[key] ?? 0
      )
    }
    week.ratios.reserveCapacity(counts.reduce(0) { $0 + $1.patients })
    for count in counts.sorted(by: { $0.taken * $1.expected < $1.taken * $0.expected }) {
      week.expected += count.expected * count.patients
      week.taken += count.taken * count.patients
      week.ratios += repeatElement(
        Double(count.taken) / Double(count.expected), count: count.patients)
    }
    return week
  }
}
