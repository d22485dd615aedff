/// Which rows of a cohort are withheld so that nothing is told of groups of fewer than some patients.
///
/// A row of too few patients is withheld, and with it so many others that it cannot be computed by
/// subtraction from a sum that is shown: of a cohort's groups until the patients beside those shown are none
/// or enough, of tasks beside their total and of periods beside the whole range two at least. So the rows that
/// are shown tell of no group of too few patients by a sum or a difference of two; that no combination of many
/// does is not promised.
package struct SmallGroups {
  /// What is to be known of a row.
  package struct Row {
    /// The patient group; `nil` of the whole cohort.
    var group: String?
    /// What is summed up, by a number.
    var series = 0
    /// The number of the period.
    var period = 0
    /// Whether it is one task's, which adds to the total.
    var isOfTask = false
    /// Whether it is the total of the tasks.
    var isTotal = false
    /// The patients, and those of them with a number.
    var patients: [Int]

    /// Describes a row.
    package init(
      group: String?, series: Int = 0, period: Int = 0, isOfTask: Bool = false,
      isTotal: Bool = false, patients: [Int]
    ) {
      (self.group, self.series, self.period) = (group, series, period)
      (self.isOfTask, self.isTotal, self.patients) = (isOfTask, isTotal, patients)
    }
  }

  private let rows: [Row]
  private let smallest: Int
  /// The places of the rows that are withheld.
  package private(set) var withheld: Set<Int> = []

  /// Finds what is withheld.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows, times the longest chain of rows of which each protects the
  ///   one before.
  package init(_ rows: [Row], smallest: Int) {
    (self.rows, self.smallest) = (rows, smallest)
    withheld = Set(rows.indices.filter { rows[$0].patients.contains(where: isSmall) })
    guard !rows.isEmpty else { return }
    var known = -1
    let groups = families { [$0.series, $0.period] }
    let tasks = families { [$0.period] + SmallGroups.bytes($0.group) }
    let periods = families { [$0.series] + SmallGroups.bytes($0.group) }
    while known < withheld.count {
      known = withheld.count
      for family in groups { protectGroups(family) }
      for family in tasks { protectTasks(family) }
      for family in periods { protectOne(of: family) }
    }
  }

  private static func bytes(_ group: String?) -> [Int] {
    group.map { [1] + $0.utf8.map(Int.init) } ?? [0]
  }

  /// Nobody is no group.
  private func isSmall(_ patients: Int) -> Bool { 0 < patients && patients < smallest }

  private func families(_ key: (Row) -> [Int]) -> [[Int]] {
    Array(Dictionary(grouping: rows.indices) { key(rows[$0]) }.values).filter { $0.count > 1 }
  }

  private func shown(_ places: some Sequence<Int>) -> [Int] {
    places.filter { !withheld.contains($0) && (rows[$0].patients.first ?? 0) > 0 }
      .sorted { size($0) < size($1) }
  }

  /// What decides who is withheld first: the smallest, and of those alike the first.
  private func size(_ place: Int) -> (Int, Int) { (rows[place].patients.first ?? 0, place) }

  /// Withholds the smallest groups until those of whom nothing is shown are none or enough.
  private mutating func protectGroups(_ family: [Int]) {
    guard let whole = family.first(where: { rows[$0].group == nil }), !withheld.contains(whole)
    else { return }
    for place in shown(family.filter { rows[$0].group != nil }) {
      let rest = rows[whole].patients.indices.map { kind in
        rows[whole].patients[kind]
          - shown(family.filter { rows[$0].group != nil }).reduce(0) {
            $0 + rows[$1].patients[kind]
          }
      }
      guard rest.contains(where: isSmall) else { return }
      withheld.insert(place)
    }
  }

  /// Where a total and all tasks but one are shown, withholds another task, or else the total.
  private mutating func protectTasks(_ family: [Int]) {
    guard let total = family.first(where: { rows[$0].isTotal }), !withheld.contains(total) else {
      return
    }
    let tasks = family.filter { rows[$0].isOfTask }
    guard tasks.count(where: withheld.contains) == 1 else { return }
    withheld.insert(shown(tasks).first ?? total)
  }

  /// Where one of several periods is withheld, withholds another.
  private mutating func protectOne(of family: [Int]) {
    guard family.count(where: withheld.contains) == 1, let other = shown(family).first else {
      return
    }
    withheld.insert(other)
  }
}
