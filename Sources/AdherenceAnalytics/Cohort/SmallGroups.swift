/// The withheld rows of a cohort's tables, so that no group below a minimum size is disclosed.
///
/// Primary suppression withholds rows with too few patients. Complementary suppression then withholds further
/// rows until no withheld number can be computed from those shown:
///
/// A row with enough patients that is withheld to protect smaller groups, or whose sums are withheld with a
/// count of its patients, needs an alternative too: for a task that is due once a period the sum equals that
/// count. Its alternative may change other rows whose sums are withheld.
///
/// The second row of a pair has enough patients, so that not even the sum of both discloses a small group.
package struct SmallGroups {
  /// A row of a table, reduced to its position in the sums and its numbers of patients.
  package struct Row {
    /// The kind of series of a row.
    package enum Role {
      case task
      /// The sum over tasks.
      case total
      /// A sum over some unknown tasks, as of a care plan.
      case partialSum
    }

    /// A period, which is part of the whole range.
    package struct Period: Hashable {
      /// The division of the range that the period belongs to; each division adds up to the range.
      var division: Int
      var number: Int

      package init(_ number: Int, of division: Int = 0) {
        (self.number, self.division) = (number, division)
      }
    }

    /// The patient group; `nil` for the whole cohort.
    var group: String?
    /// The number of the series.
    var series: Int
    var role: Role
    /// The period; `nil` for the whole range.
    var period: Period?
    /// The number of patients, and of those with a value.
    var patients: [Int]

    package init(
      group: String?, series: Int = 0, role: Role = .partialSum, period: Period? = nil,
      patients: [Int]
    ) {
      (self.group, self.series, self.role) = (group, series, role)
      (self.period, self.patients) = (period, patients)
    }

    /// The smallest number of patients that one of its numbers is about.
    var size: Int { patients.min() ?? 0 }
  }

  /// A position in the sums.
  struct Position: Hashable {
    var group: Int
    var series: Int
    var period: Int
  }

  /// The number of the whole cohort among the groups, and of the whole range among the periods.
  static let all = 0
  /// The number of the patients without a group.
  static let ungrouped = 1

  let smallest: Int
  /// The rows, followed by those of patients without a group.
  private(set) var rows: [Row]
  private(set) var positions: [Position] = []
  private(set) var index: [Position: Int] = [:]
  private(set) var periods: [Row.Period?] = [nil]
  private(set) var groupCount = 2
  /// Whether the total is the sum of all tasks.
  let totalHasAllTasks: Bool
  /// Whether no patient is in several groups, so that those of groups add up.
  let areApart: Bool
  private var isHidden: [Bool] = []
  /// The rows of which only the sums are withheld.
  private let withoutSums: Set<Int>
  /// The rows that are withheld to protect smaller groups.
  private var companions: Set<Int> = []
  private let count: Int
  private var families = Families()

  /// The indices of the withheld rows that have too few patients themselves.
  package private(set) var primary: Set<Int> = []
  /// The indices of all withheld rows.
  package var withheld: Set<Int> { Set(isHidden.indices.prefix(count).filter { isHidden[$0] }) }

  /// Determines the withheld rows.
  package init(
    _ rows: [Row], smallest: Int, withoutSums: Set<Int> = [], totalHasAllTasks: Bool = true,
    areApart: Bool = true
  ) {
    (self.rows, self.smallest, self.withoutSums) = (rows, smallest, withoutSums)
    (self.totalHasAllTasks, self.areApart) = (totalHasAllTasks, areApart)
    count = rows.count
    number(rows)
    if areApart { addUngrouped() }
    isHidden = self.rows.indices.map { $0 >= count || isSmall(self.rows[$0]) }
    let small = self.rows.indices.filter { isSmall(self.rows[$0]) }
    primary = Set(small.filter { $0 < count })
    families = Families(self)
    var known = -1
    while known < hiddenCount {
      known = hiddenCount
      if areApart { for family in families.groups { protectGroups(family) } }
      for row in small { protect(row) }
      for row in withoutSums.union(companions).sorted() { protect(row, sumsAlone: true) }
    }
  }

  private var hiddenCount: Int { isHidden.count { $0 } }

  /// Returns whether a number of patients must not be disclosed; 0 may be.
  private func isSmall(_ patients: Int) -> Bool { 0 < patients && patients < smallest }

  func isSmall(_ row: Row) -> Bool { row.patients.contains(where: isSmall) }

  func isWithheld(_ row: Int) -> Bool { isHidden[row] }

  /// Returns whether the sums of a row, or all of its numbers, are withheld.
  func hidesSums(_ row: Int) -> Bool { isHidden[row] || withoutSums.contains(row) }

  private mutating func withhold(_ row: Int) { isHidden[row] = true }
}

// Numbering of rows.
extension SmallGroups {
  private mutating func number(_ rows: [Row]) {
    var groups: [String?: Int] = [nil: SmallGroups.all]
    var numbers: [Row.Period?: Int] = [nil: 0]
    for (row, about) in rows.enumerated() {
      let group = groups[about.group] ?? groupCount
      if group == groupCount {
        groups[about.group] = group
        groupCount += 1
      }
      let period = numbers[about.period] ?? periods.count
      if period == periods.count {
        numbers[about.period] = period
        periods.append(about.period)
      }
      add(Position(group: group, series: about.series, period: period), row)
    }
  }

  private mutating func add(_ position: Position, _ row: Int) {
    positions.append(position)
    index[position] = row
  }

  /// Adds rows for the patients without a group, if there are any in addition to the groups.
  ///
  /// For overlapping groups no difference can be computed.
  private mutating func addUngrouped() {
    for family in Families.byGroup(self) {
      guard let whole = family.first(where: { positions[$0].group == SmallGroups.all }) else {
        continue
      }
      let parts = family.filter { $0 != whole }
      let rest = rows[whole].patients.indices.map { kind in
        parts.reduce(rows[whole].patients[kind]) { $0 - rows[$1].patients[kind] }
      }
      guard !parts.isEmpty, rest.allSatisfy({ $0 >= 0 }), rest.contains(where: { $0 > 0 }) else {
        continue
      }
      var row = rows[whole]
      row.patients = rest
      var position = positions[whole]
      position.group = SmallGroups.ungrouped
      add(position, rows.count)
      rows.append(row)
    }
  }
}

// Complementary suppression.
extension SmallGroups {
  /// Withholds the smallest groups until the patients of the withheld ones are none or enough.
  private mutating func protectGroups(_ family: [Int]) {
    guard let whole = family.first(where: { positions[$0].group == SmallGroups.all }),
      !isWithheld(whole)
    else { return }
    let parts = family.filter { $0 != whole }
    for next in parts.filter({ !isWithheld($0) && rows[$0].size > 0 }).sorted(by: isSmaller) {
      let rest = rows[whole].patients.indices.map { kind in
        parts.filter(isWithheld).reduce(0) { $0 + rows[$1].patients[kind] }
      }
      guard rest.contains(where: isSmall) else { return }
      withhold(next)
      companions.insert(next)
    }
  }

  /// The order in which rows are withheld: ascending size, then index.
  func isSmaller(_ a: Int, _ b: Int) -> Bool {
    (rows[a].size, a) < (rows[b].size, b)
  }

  /// Withholds the fewest rows that give a row, or its sums only, an alternative.
  private mutating func protect(_ row: Int, sumsAlone: Bool = false) {
    var best: (rows: [Int], cost: (Int, Int))?
    for pattern in Patterns(self, families, row, sumsAlone: sumsAlone) {
      let missing = pattern.filter { !(sumsAlone ? hidesSums($0) : isWithheld($0)) }
      if missing.isEmpty { return }
      let cost = (missing.count, missing.reduce(0) { $0 + rows[$1].size })
      if best.map({ cost < $0.cost }) ?? true { best = (missing, cost) }
    }
    for row in best?.rows ?? [] { withhold(row) }
  }
}
