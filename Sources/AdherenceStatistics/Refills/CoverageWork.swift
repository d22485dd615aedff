public import AdherenceAnalytics
import Scheduling

/// The memory in which days covered are counted.
///
/// Each class has a stock. A fill adds to it on its date; a day takes one day's supply from it and is
/// covered, and a day of a stay takes none. A fill that comes early so waits until the ones before are
/// used up, and supply for a day of a stay moves behind the stay.
struct CoverageWork {
  private var stays = DayMarks()
  private var hasStays = false
  private var ofClass = DayMarks()
  private var covered = DayMarks()

  /// The days covered of a period, of the fills that are loaded in order of date.
  mutating func count(
    _ supply: SupplyColumns, _ stays: [Stay], in period: Range<Int>, _ rules: CoverageRules
  ) -> Estimate<DaysCovered> {
    let all = 0..<supply.count
    let first = supply.firstIndex(from: Double(period.lowerBound), in: all)
    let fills = first..<max(first, supply.firstIndex(from: Double(period.upperBound), in: all))
    guard !fills.isEmpty else { return .missing(.noSupply) }
    let days = Int(supply.dates[first])..<period.upperBound
    mark(stays, in: days, rules)
    cover(fills, of: supply, in: days, rules.classes)
    return .value(result(fills, of: supply, in: days, rules))
  }

  private mutating func mark(_ list: [Stay], in days: Range<Int>, _ rules: CoverageRules) {
    stays.clear(days.count)
    hasStays = false
    guard rules.excludesStays else { return }
    for stay in list {
      let from = stay.days.lowerBound.dayNumber + (rules.includesAdmission ? 0 : 1)
      let through = stay.days.upperBound.dayNumber - (rules.includesDischarge ? 0 : 1)
      let (first, end) = (max(from, days.lowerBound), min(through + 1, days.upperBound))
      stays.insert(first - days.lowerBound..<max(first, end) - days.lowerBound)
    }
    hasStays = stays.count > 0
  }

  private mutating func cover(
    _ fills: Range<Int>, of supply: SupplyColumns, in days: Range<Int>,
    _ rule: CoverageRules.Classes
  ) {
    covered.clear(days.count)
    var isFirst = true
    for place in supply.classNames.indices {
      guard use(fills, of: place, supply, in: days) else { continue }
      if isFirst || rule == .anyOf {
        covered.formUnion(ofClass)
      } else {
        covered.formIntersection(ofClass)
      }
      isFirst = false
    }
  }

  /// Marks the days that the fills of one class cover; says whether there are such fills.
  private mutating func use(
    _ fills: Range<Int>, of place: Int, _ supply: SupplyColumns, in days: Range<Int>
  ) -> Bool {
    ofClass.clear(days.count)
    var (free, isThere) = (0, false)
    for index in fills where supply.classes[index] == place {
      isThere = true
      free = max(free, Int(supply.dates[index]) - days.lowerBound)
      free = use(supply.days[index], from: free, of: days.count)
    }
    return isThere
  }

  /// Marks the days that a supply covers from a day on; returns the day after the last of them.
  private mutating func use(_ supply: Double, from start: Int, of days: Int) -> Int {
    var (day, left) = (start, Int(min(supply, Double(days))))
    if !hasStays {
      let end = max(start, min(start + left, days))
      ofClass.insert(start..<end)
      return end
    }
    while left > 0, day < days {
      if !stays.contains(day) {
        ofClass.insert(day)
        left -= 1
      }
      day += 1
    }
    return day
  }

  /// What becomes of supply from the first fill of a period to its end, of the fills that are loaded in
  /// order of date.
  mutating func stretches(
    _ supply: SupplyColumns, _ stays: [Stay], in period: Range<Int>, _ rules: CoverageRules
  ) -> Estimate<[SupplyStretch]> {
    count(supply, stays, in: period, rules).map { counted in
      let days = counted.index.dayNumber..<period.upperBound
      let fresh = daysOfOwnSupply(supply, in: days)
      var (stretches, start): ([SupplyStretch], Int) = ([], 0)
      for day in 0..<days.count
      where day + 1 == days.count || state(day, fresh) != state(day + 1, fresh) {
        let (from, to) = (Double(days.lowerBound + start), Double(days.lowerBound + day + 1))
        stretches.append(state(day, fresh), from: from, to: to)
        start = day + 1
      }
      return stretches
    }
  }

  private func state(_ day: Int, _ fresh: DayMarks) -> SupplyState {
    if hasStays, stays.contains(day) { return .away }
    guard covered.contains(day) else { return .gap }
    return fresh.contains(day) ? .supplied : .carriedOver
  }

  /// The days on which some class's last fill is used.
  private mutating func daysOfOwnSupply(_ supply: SupplyColumns, in days: Range<Int>) -> DayMarks {
    var fresh = DayMarks()
    fresh.clear(days.count)
    let first = supply.firstIndex(from: Double(days.lowerBound), in: 0..<supply.count)
    let fills = first..<supply.firstIndex(from: Double(days.upperBound), in: first..<supply.count)
    for place in supply.classNames.indices {
      let own = fills.filter { supply.classes[$0] == place }
      var free = 0
      for (number, index) in own.enumerated() {
        free = max(free, Int(supply.dates[index]) - days.lowerBound)
        let start = free
        ofClass.clear(days.count)
        free = use(supply.days[index], from: free, of: days.count)
        let next = number + 1 < own.count ? Int(supply.dates[own[number + 1]]) : days.upperBound
        for day in start..<max(start, min(free, next - days.lowerBound)) where ofClass.contains(day)
        {
          fresh.insert(day)
        }
      }
    }
    return fresh
  }

  private func result(
    _ fills: Range<Int>, of supply: SupplyColumns, in days: Range<Int>, _ rules: CoverageRules
  ) -> DaysCovered {
    var dates = 1
    for index in fills.dropFirst() where supply.dates[index] > supply.dates[index - 1] {
      dates += 1
    }
    let (away, count) = (stays.count, covered.count)
    let isEligible = dates >= rules.fewestFillDates && days.count >= rules.fewestDays
    let reaches =
      days.count > away && rules.threshold.isReached(by: count, of: days.count - away)
    return DaysCovered(
      index: CivilDate(dayNumber: days.lowerBound), treatmentDays: days.count, stayDays: away,
      covered: count, fills: fills.count, fillDates: dates, isEligible: isEligible,
      isAdherent: isEligible && reaches)
  }
}

extension RefillWork {
  /// The days covered of a period, of which no more than the patient can be observed counts.
  mutating func daysCovered(
    in period: Range<Int>, _ rules: CoverageRules
  ) -> Estimate<DaysCovered> {
    coverage.count(supply, stays, in: observed(period), rules)
  }

  /// What became of supply on the days covered's days.
  mutating func coverageStretches(
    in period: Range<Int>, _ rules: CoverageRules
  ) -> Estimate<[SupplyStretch]> {
    coverage.stretches(supply, stays, in: observed(period), rules)
  }

  /// The days of a period on which the patient can be observed.
  private func observed(_ period: Range<Int>) -> Range<Int> {
    period.lowerBound..<max(period.lowerBound, min(period.upperBound, observable))
  }
}

extension RefillEvaluator {
  /// Returns the days on which a patient had supply, of those from the first fill to the end of the
  /// period.
  ///
  /// The period is that of ``RefillQuery/coverage``, and ends with the record's last day where that
  /// is earlier. Supply for a part of a day covers none.
  ///
  /// - Complexity: O(*n* + *c* · *d*) for *n* fills of *c* classes and *d* days, where the fills are
  ///   in order of date.
  public func daysCovered(in record: RefillRecord) -> Estimate<DaysCovered> {
    if let reason = work.load(record) { return .missing(reason) }
    return daysCovered()
  }

  /// The days covered by the fills that are loaded.
  func daysCovered() -> Estimate<DaysCovered> {
    coverageDays().flatMap { work.daysCovered(in: $0, query.coverage) }
  }

  /// The days in which fills count.
  func coverageDays() -> Estimate<Range<Int>> {
    if let dates = query.coverage.period {
      return .value(dates.lowerBound.dayNumber..<dates.upperBound.dayNumber + 1)
    }
    return work.windows(query).map {
      $0.observation.lowerBound.dayNumber..<$0.observation.upperBound.dayNumber
    }
  }
}
