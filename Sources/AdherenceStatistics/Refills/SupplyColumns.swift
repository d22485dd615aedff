import AdherenceAnalytics
import Scheduling

/// The fills of a patient as columns, sorted by date.
///
/// Fills of the same date are sorted by class, drug, days and dose, so that the input order does
/// not matter.
struct SupplyColumns {
  /// The day numbers as floating point, for the computation of gaps.
  var dates: [Double] = []
  /// The days of supply of each fill.
  var days: [Double] = []
  /// The doses; 0 without one.
  var doses: [Double] = []
  /// The indices of the drugs in ``drugNames``.
  var drugs: [Int] = []
  /// The drugs in order of appearance; fills of a class without a drug are one drug.
  var drugNames: [DrugName] = []

  var count: Int { dates.count }

  /// Removes all fills, keeping the capacity.
  mutating func removeAll() {
    dates.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    doses.removeAll(keepingCapacity: true)
    drugs.removeAll(keepingCapacity: true)
    drugNames.removeAll(keepingCapacity: true)
  }

  /// Returns the first fill on or after a day.
  func firstIndex(from day: Double, in range: Range<Int>) -> Int {
    firstIndex(in: range) { $0 >= day }
  }

  /// Returns the first fill after a day.
  func firstIndex(after day: Double, in range: Range<Int>) -> Int {
    firstIndex(in: range) { $0 > day }
  }

  private func firstIndex(in range: Range<Int>, where isBehind: (Double) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(dates[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SupplyColumns {
  /// Returns a fill as a record; an unusable dose is `nil`.
  func fill(_ index: Int) -> Fill {
    let name = drugNames[drugs[index]]
    return Fill(
      CivilDate(dayNumber: Int(dates[index])), days: days[index],
      dose: doses[index] > 0 ? doses[index] : nil, drug: name.drug, drugClass: name.drugClass)
  }
}

extension SupplyColumns {
  /// Replaces the fills by those of a record; returns a reason if the days of one are invalid.
  mutating func load(_ fills: [Fill]) -> MissingStatistic? {
    removeAll()
    var isSorted = true
    for fill in fills {
      guard fill.days >= 0, fill.days.isFinite else {
        removeAll()
        return .invalidSupply
      }
      let place = place(of: DrugName(drugClass: fill.drugClass, drug: fill.drug))
      let date = Double(fill.date.dayNumber)
      isSorted = isSorted && (dates.last ?? -.infinity) < date
      append(date, days: fill.days, dose: fill.dose ?? 0, drug: place)
    }
    if !isSorted { sort() }
    return fills.isEmpty ? .noSupply : nil
  }

  private mutating func append(_ date: Double, days: Double, dose: Double, drug place: Int) {
    dates.append(date)
    self.days.append(days)
    doses.append(dose > 0 && dose.isFinite ? dose : 0)
    drugs.append(place)
  }

  /// Returns the index of a drug name, adding it if necessary.
  private mutating func place(of name: DrugName) -> Int {
    for (place, known) in drugNames.enumerated() where known == name { return place }
    drugNames.append(name)
    return drugNames.count - 1
  }

  private mutating func sort() {
    let order = (0..<count).sorted { isOrdered($0, $1) }
    dates = order.map { dates[$0] }
    days = order.map { days[$0] }
    doses = order.map { doses[$0] }
    drugs = order.map { drugs[$0] }
  }

  private func isOrdered(_ a: Int, _ b: Int) -> Bool {
    if dates[a] != dates[b] { return dates[a] < dates[b] }
    if drugs[a] != drugs[b] { return drugNames[drugs[a]] < drugNames[drugs[b]] }
    return (days[a], doses[a]) < (days[b], doses[b])
  }
}

/// The name of a drug within its class.
struct DrugName: Hashable, Comparable {
  var drugClass: String?
  var drug: String?

  /// Sorts by class and drug, missing names first.
  static func < (a: DrugName, b: DrugName) -> Bool {
    if a.drugClass != b.drugClass { return isBefore(a.drugClass, b.drugClass) }
    return isBefore(a.drug, b.drug)
  }

  private static func isBefore(_ a: String?, _ b: String?) -> Bool {
    guard let b else { return false }
    return a.map { $0 < b } ?? true
  }
}

/// The gaps between fills, and the supply carried over.
///
/// The interval of a fill ends with the next fill, that of the last one with the window. The fill's
/// supply and the carried-over supply are used in it; the remainder is carried over to the next.
struct GapColumns {
  /// The supply carried over to each fill, in days.
  var carried: [Double] = []
  /// The days without supply in the interval of each.
  var gaps: [Double] = []

  /// Computes the gaps of some fills, with nothing carried over to the first.
  mutating func find(
    _ range: Range<Int>, of supply: SupplyColumns, until end: Double, _ rule: CarryOver
  ) {
    makeRoom(supply.count)
    var left = 0.0
    for index in range {
      carried[index] = left
      let next = index + 1 < range.upperBound ? supply.dates[index + 1] : end
      let balance = next - supply.dates[index] - supply.days[index] - left
      gaps[index] = max(0, balance)
      left = max(0, -balance)
      if left > 0, index + 1 < range.upperBound {
        left *= supply.factor(from: index, to: index + 1, rule)
      }
    }
  }

  private mutating func makeRoom(_ count: Int) {
    guard gaps.count < count else { return }
    gaps = Array(repeating: 0, count: count)
    carried = gaps
  }
}

extension SupplyColumns {
  /// Returns the factor by which carried-over supply changes between two fills.
  func factor(from index: Int, to next: Int, _ rule: CarryOver) -> Double {
    if rule.onlyForSameDrug, drugs[index] != drugs[next] { return 0 }
    guard rule.considersDose, doses[index] > 0, doses[next] > 0 else { return 1 }
    return doses[index] / doses[next]
  }
}
