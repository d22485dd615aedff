import AdherenceAnalytics
import Scheduling

/// The fills of a patient as columns, in order of date.
///
/// Fills of the same date are in order of class, drug, days and dose, so that the order in which they come
/// is of no account.
struct SupplyColumns {
  /// The day numbers, as numbers that gaps are subtracted from.
  var dates: [Double] = []
  /// The days that each fill is to last.
  var days: [Double] = []
  /// The doses; 0 where a fill has none.
  var doses: [Double] = []
  /// The drugs, by their places in ``drugNames``.
  var drugs: [Int] = []
  /// The drugs, in the order in which they come; the fills of a class without a drug are one.
  var drugNames: [DrugName] = []

  var count: Int { dates.count }

  /// Removes all fills and keeps the memory.
  mutating func removeAll() {
    dates.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    doses.removeAll(keepingCapacity: true)
    drugs.removeAll(keepingCapacity: true)
    drugNames.removeAll(keepingCapacity: true)
  }

  /// The first fill on a day or later, of those in order of date.
  func firstIndex(from day: Double, in range: Range<Int>) -> Int {
    firstIndex(in: range) { $0 >= day }
  }

  /// The first fill after a day.
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
  /// A fill as a record; a dose that is of no use is not known.
  func fill(_ index: Int) -> Fill {
    let name = drugNames[drugs[index]]
    return Fill(
      CivilDate(dayNumber: Int(dates[index])), days: days[index],
      dose: doses[index] > 0 ? doses[index] : nil, drug: name.drug, drugClass: name.drugClass)
  }
}

extension SupplyColumns {
  /// Replaces the fills by those of a record; says why it cannot where one's days are no number of
  /// days.
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

  /// The place of a drug among the names; a new one gets the next.
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

  /// Names in order of class and drug, missing ones first.
  static func < (a: DrugName, b: DrugName) -> Bool {
    if a.drugClass != b.drugClass { return isBefore(a.drugClass, b.drugClass) }
    return isBefore(a.drug, b.drug)
  }

  private static func isBefore(_ a: String?, _ b: String?) -> Bool {
    guard let b else { return false }
    return a.map { $0 < b } ?? true
  }
}
