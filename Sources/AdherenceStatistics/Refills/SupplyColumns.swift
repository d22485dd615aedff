import AdherenceAnalytics
import Scheduling

/// The fills of a patient as columns, in order of date.
///
/// Fills of the same date are in order of class, days and dose, so that the order in which they come
/// is of no account.
struct SupplyColumns {
  /// The day numbers, as numbers that gaps are subtracted from.
  var dates: [Double] = []
  /// The days that each fill is to last.
  var days: [Double] = []
  /// The doses; 0 where a fill has none.
  var doses: [Double] = []
  /// The classes, by their places in ``classNames``.
  var classes: [Int] = []
  /// The classes, in the order in which they come; fills without one are a class of their own.
  var classNames: [String?] = []

  var count: Int { dates.count }

  /// Removes all fills and keeps the memory.
  mutating func removeAll() {
    dates.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    doses.removeAll(keepingCapacity: true)
    classes.removeAll(keepingCapacity: true)
    classNames.removeAll(keepingCapacity: true)
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
    Fill(
      CivilDate(dayNumber: Int(dates[index])), days: days[index],
      dose: doses[index] > 0 ? doses[index] : nil, drugClass: classNames[classes[index]])
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
      let place = place(of: fill.drugClass)
      let date = Double(fill.date.dayNumber)
      isSorted = isSorted && (dates.last ?? -.infinity) < date
      append(date, days: fill.days, dose: fill.dose ?? 0, class: place)
    }
    if !isSorted { sort() }
    return fills.isEmpty ? .noSupply : nil
  }

  /// Replaces the fills by those of one class among others.
  mutating func load(class place: Int, of others: SupplyColumns) {
    removeAll()
    classNames.append(others.classNames[place])
    for index in 0..<others.count where others.classes[index] == place {
      append(
        others.dates[index], days: others.days[index], dose: others.doses[index], class: 0)
    }
  }

  private mutating func append(_ date: Double, days: Double, dose: Double, class place: Int) {
    dates.append(date)
    self.days.append(days)
    doses.append(dose > 0 && dose.isFinite ? dose : 0)
    classes.append(place)
  }

  /// The place of a class among the names; a new one gets the next.
  private mutating func place(of name: String?) -> Int {
    for (place, known) in classNames.enumerated() where known == name { return place }
    classNames.append(name)
    return classNames.count - 1
  }

  private mutating func sort() {
    let order = (0..<count).sorted { isOrdered($0, $1) }
    dates = order.map { dates[$0] }
    days = order.map { days[$0] }
    doses = order.map { doses[$0] }
    classes = order.map { classes[$0] }
  }

  private func isOrdered(_ a: Int, _ b: Int) -> Bool {
    if dates[a] != dates[b] { return dates[a] < dates[b] }
    if classes[a] != classes[b] { return isNamedBefore(classes[a], classes[b]) }
    return (days[a], doses[a]) < (days[b], doses[b])
  }

  /// Whether a class goes before another one: the nameless first.
  func isNamedBefore(_ a: Int, _ b: Int) -> Bool {
    guard let second = classNames[b] else { return false }
    guard let first = classNames[a] else { return true }
    return first < second
  }
}
