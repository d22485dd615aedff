import AdherenceAnalytics
import Scheduling

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
