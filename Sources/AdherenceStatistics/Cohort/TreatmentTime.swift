import AdherenceAnalytics

/// Counts of a group's patients by week and day since the start of treatment.
///
/// Memory depends on the time span and the distinct counts per week rather than on the patients.
struct TreatmentTime: Hashable, Sendable, Codable {
  /// The number of patients for each combination of week, due and done, by ``key(_:_:_:)``.
  private(set) var weeks: [UInt64: Int] = [:]
  /// The number of patients with an evaluable day, by day.
  private(set) var observed: [Int] = []
  /// The number of those with any intake, by day.
  private(set) var covered: [Int] = []

  /// The number of recorded events, by hour of the local day.
  private(set) var hours = [Int](repeating: 0, count: 24)

  /// One week of the patients with anything due in it.
  struct WeekRatios {
    var number: Int
    var expected = 0
    var taken = 0
    /// The patients' ratios, ascending, with repetitions.
    var ratios: [Double] = []
  }

  private static func key(_ week: Int, _ expected: Int, _ taken: Int) -> UInt64 {
    UInt64(week) << 40 | UInt64(expected) << 20 | UInt64(taken)
  }

  /// Adds a patient.
  mutating func add(_ time: TreatmentWeeks) {
    for (week, (expected, taken)) in zip(time.expected, time.taken).enumerated() where expected > 0
    {
      // Counts beyond a million occurrences per week are clamped.
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

  /// Merges another part.
  mutating func merge(_ other: TreatmentTime) {
    weeks.merge(other.weeks, uniquingKeysWith: +)
    for (hour, events) in other.hours.enumerated() { hours[hour] += events }
    reach(other.observed.count)
    for day in other.observed.indices {
      observed[day] += other.observed[day]
      covered[day] += other.covered[day]
    }
  }

  /// Returns whether decoded content is consistent for a number of patients.
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

  /// The number of patients with anything due, by week.
  var weekSizes: [Int: Int] {
    weeks.reduce(into: [:]) { $0[Int($1.key >> 40), default: 0] += $1.value }
  }

  /// The weeks with anything due, in order, computed lazily because each contains a number per
  /// patient.
  var byWeek: some Sequence<WeekRatios> {
    let keys = weeks.keys.sorted()
    let starts = keys.indices.filter { $0 == 0 || keys[$0] >> 40 > keys[$0 - 1] >> 40 }
    return zip(starts, starts.dropFirst() + [keys.count]).lazy.map { week(keys[$0..<$1]) }
  }

  /// Returns the week of some keys.
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
