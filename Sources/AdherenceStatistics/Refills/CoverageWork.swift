public import AdherenceAnalytics
import Scheduling

/// The buffers for counting days covered.
///
/// Each drug of a class has a stock. A fill adds to it on its date; each day uses one day of supply
/// and is covered, except days of stays, which use none. An early fill of the same drug is
/// therefore used after the previous ones, and supply for days of a stay is shifted past it. Fills
/// of different drugs are independent. A remainder of less than a day covers no day: it stays in
/// stock, even through gaps, until fills complete a whole day.
struct CoverageWork {
  private var stays = DayMarks()
  private var hasStays = false
  private var ofDrug = DayMarks()
  private var ofUnit = DayMarks()
  /// The unit of each drug, named by its first drug; a covered day requires one drug of each unit.
  private var units: [Int] = []
  private var covered = DayMarks()
  /// The days from the first fill to the end of the last counted period; empty without a fill.
  private var counted = 0..<0

  /// Counts the days covered in a period by the loaded fills, which are sorted by date.
  mutating func count(
    _ supply: SupplyColumns, _ stays: [Stay], in period: Range<Int>, _ rules: CoverageRules
  ) -> Estimate<DaysCovered> {
    let all = 0..<supply.count
    let first = supply.firstIndex(from: Double(period.lowerBound), in: all)
    let fills = first..<max(first, supply.firstIndex(from: Double(period.upperBound), in: all))
    counted = 0..<0
    guard !fills.isEmpty else { return .missing(.noSupply) }
    let days = Int(supply.dates[first])..<period.upperBound
    counted = days
    mark(stays, in: days, rules)
    cover(fills, of: supply, in: days, rules.needs)
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
    _ needs: CoverageRules.Needs
  ) {
    covered.clear(days.count)
    supply.findUnits(needs, &units)
    var isFirst = true
    for unit in units.indices where units[unit] == unit && unite(unit, fills, of: supply, in: days)
    {
      if isFirst {
        covered.formUnion(ofUnit)
      } else {
        covered.formIntersection(ofUnit)
      }
      isFirst = false
    }
  }

  /// Marks the days covered by the drugs of one unit, without shifting between them; returns
  /// whether it has fills.
  private mutating func unite(
    _ unit: Int, _ fills: Range<Int>, of supply: SupplyColumns, in days: Range<Int>
  ) -> Bool {
    ofUnit.clear(days.count)
    var isThere = false
    for place in units.indices
    where units[place] == unit && use(fills, of: place, supply, in: days) {
      ofUnit.formUnion(ofDrug)
      isThere = true
    }
    return isThere
  }

  /// Marks the days covered by the fills of one drug; returns whether there are any.
  private mutating func use(
    _ fills: Range<Int>, of place: Int, _ supply: SupplyColumns, in days: Range<Int>
  ) -> Bool {
    ofDrug.clear(days.count)
    var (stock, isThere) = (Stock(), false)
    for index in fills where supply.drugs[index] == place {
      isThere = true
      use(
        supply.days[index], from: Int(supply.dates[index]) - days.lowerBound, &stock, of: days.count
      )
    }
    return isThere
  }

  /// The stock of a drug.
  private struct Stock {
    /// The first day not covered by the stock.
    var free = 0
    /// The remainder of less than a day, in units of ``SupplyUnit``.
    var remainder = 0
  }

  /// Marks the days covered by a supply and the stock, starting on the day of the supply.
  private mutating func use(_ supply: Double, from day: Int, _ stock: inout Stock, of days: Int) {
    stock.free = max(stock.free, day)
    var left = SupplyUnit.takeDays(of: min(supply, Double(days)), &stock.remainder)
    if !hasStays {
      let end = max(stock.free, min(stock.free + left, days))
      ofDrug.insert(stock.free..<end)
      return stock.free = end
    }
    while left > 0, stock.free < days {
      if !stays.contains(stock.free) {
        ofDrug.insert(stock.free)
        left -= 1
      }
      stock.free += 1
    }
  }

  /// Returns the share of a window's days with supply, among the days counted last.
  func proportion(in window: Range<Int>) -> Estimate<Double> {
    let days = window.clamped(to: counted)
    guard !days.isEmpty else { return .missing(.noSupply) }
    let places = days.lowerBound - counted.lowerBound..<days.upperBound - counted.lowerBound
    let away = stays.count(in: places)
    return Estimate(covered.count(in: places), of: days.count - away, else: .noTime)
  }

  /// Returns the states of supply from the first fill of a period to its end, for the loaded fills,
  /// which are sorted by date.
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

  /// Returns the days on which the last fill of any drug is in use.
  private mutating func daysOfOwnSupply(_ supply: SupplyColumns, in days: Range<Int>) -> DayMarks {
    var fresh = DayMarks()
    fresh.clear(days.count)
    let first = supply.firstIndex(from: Double(days.lowerBound), in: 0..<supply.count)
    let fills = first..<supply.firstIndex(from: Double(days.upperBound), in: first..<supply.count)
    for place in supply.drugNames.indices {
      let own = fills.filter { supply.drugs[$0] == place }
      var stock = Stock()
      for (number, index) in own.enumerated() {
        let day = Int(supply.dates[index]) - days.lowerBound
        let start = max(stock.free, day)
        ofDrug.clear(days.count)
        use(supply.days[index], from: day, &stock, of: days.count)
        let next = number + 1 < own.count ? Int(supply.dates[own[number + 1]]) : days.upperBound
        for day in start..<max(start, min(stock.free, next - days.lowerBound))
        where ofDrug.contains(day) {
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

extension SupplyColumns {
  /// Determines the unit of each drug; if classes are units, a drug without a class is its own.
  fileprivate func findUnits(_ needs: CoverageRules.Needs, _ units: inout [Int]) {
    units.removeAll(keepingCapacity: true)
    for (place, name) in drugNames.enumerated() {
      switch needs {
      case .anyDrug: units.append(0)
      case .everyDrug: units.append(place)
      case .everyClass where name.drugClass == nil: units.append(place)
      case .everyClass:
        units.append(drugNames.firstIndex { $0.drugClass == name.drugClass } ?? place)
      }
    }
  }
}

extension RefillWork {
  /// Counts the days covered among the observed days of a period.
  mutating func daysCovered(
    in period: Range<Int>, _ rules: CoverageRules
  ) -> Estimate<DaysCovered> {
    coverage.count(supply, stays, in: observed.clip(period), rules)
  }

  /// Returns the states of supply on the days of coverage.
  mutating func coverageStretches(
    in period: Range<Int>, _ rules: CoverageRules
  ) -> Estimate<[SupplyStretch]> {
    coverage.stretches(supply, stays, in: observed.clip(period), rules)
  }
}

extension RefillEvaluator {
  /// Returns the days with supply, from the first fill to the end of the period.
  ///
  /// The period is that of ``RefillQuery/coverage``, clipped to the observed days. Supply for a
  /// fraction of a day covers none and stays in stock: fractions of several fills add up exactly to
  /// whole days.
  ///
  /// - Complexity: O(*n* + *c* · *d*) for *n* fills of *c* drugs and *d* days, if the fills are
  ///   sorted by date.
  public func daysCovered(in record: RefillRecord) -> Estimate<DaysCovered> {
    if let reason = work.load(record, query.observationEnd) { return .missing(reason) }
    return daysCovered()
  }

  /// Returns the days covered by the loaded fills.
  func daysCovered() -> Estimate<DaysCovered> {
    coverageDays().flatMap { work.daysCovered(in: $0, query.coverage) }
  }

  /// Returns the days in which fills count.
  func coverageDays() -> Estimate<Range<Int>> {
    if let dates = query.coverage.period {
      return .value(dates.lowerBound.dayNumber..<dates.upperBound.dayNumber + 1)
    }
    return work.windows(query).map {
      $0.observation.lowerBound.dayNumber..<$0.observation.upperBound.dayNumber
    }
  }
}
