/// The rows of a cohort's tables that are withheld so that no group of fewer than some patients is disclosed.
///
/// Primary suppression withholds a row of too few patients. Complementary suppression then withholds further
/// rows until no withheld number follows from those shown:
///
/// - The patients of all withheld groups beside a shown total are none or enough. Patients of no group count
///   as a group that is never shown.
/// - Each row of too few patients has an *alternative*: changes of sums in withheld rows that cancel in every
///   shown row, so that the shown numbers fit to any value of the withheld one. Sums add up over groups, over
///   tasks and over periods; an alternative therefore is a product of changes in one or two groups, one or two
///   tasks and one or two periods.
///
/// A row of enough patients that is withheld beside smaller groups, or whose sums are withheld with a count of its
/// patients, needs an alternative too: of a task that is due once a period the sum is that count. Its alternative may
/// change other rows whose sums are withheld.
///
/// The second row of a pair has enough patients, so that not even the sum of both discloses a small group.
package struct SmallGroups {
  /// A row of a table, reduced to its place in the sums and its numbers of patients.
  package struct Row {
    /// What a row sums up.
    package enum Role {
      case task
      /// The sum over tasks.
      case total
      /// A sum over some of the tasks, as of a care plan; it is not known which.
      case partialSum
    }

    /// A period, which is part of the whole range.
    package struct Period: Hashable {
      /// Which division of the range the period belongs to; each adds up to the range on its own.
      var division: Int
      var number: Int

      /// Names a period.
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
    /// The patients, and those of them with a number.
    var patients: [Int]

    /// Describes a row.
    package init(
      group: String?, series: Int = 0, role: Role = .partialSum, period: Period? = nil,
      patients: [Int]
    ) {
      (self.group, self.series, self.role) = (group, series, role)
      (self.period, self.patients) = (period, patients)
    }

    /// The fewest patients that one of its numbers is about.
    var size: Int { patients.min() ?? 0 }
  }

  /// A place in the sums.
  struct Place: Hashable {
    var group: Int
    var series: Int
    var period: Int
  }

  /// The number of the whole cohort among the groups, and of the whole range among the periods.
  static let all = 0
  /// The number of the patients of no group.
  static let ungrouped = 1

  let smallest: Int
  /// The rows, those of patients of no group behind the given ones.
  private(set) var rows: [Row]
  private(set) var places: [Place] = []
  private(set) var index: [Place: Int] = [:]
  private(set) var periods: [Row.Period?] = [nil]
  private(set) var groupCount = 2
  /// Whether the total is the sum of all tasks, none of which is left out.
  let totalHasAllTasks: Bool
  /// Whether no patient is in several groups, so that those of groups add up.
  let areApart: Bool
  private var isHidden: [Bool] = []
  /// The rows whose sums are withheld, and not all of their numbers.
  private let withoutSums: Set<Int>
  /// The rows that are withheld beside smaller groups.
  private var companions: Set<Int> = []
  private let count: Int
  private var families = Families()

  /// The indices of the withheld rows that have too few patients themselves.
  package private(set) var primary: Set<Int> = []
  /// The indices of all withheld rows.
  package var withheld: Set<Int> { Set(isHidden.indices.prefix(count).filter { isHidden[$0] }) }

  /// Decides which rows are withheld.
  ///
  /// - Parameters:
  ///   - rows: The rows of all tables of one report.
  ///   - smallest: The fewest patients that may be disclosed.
  ///   - withoutSums: The indices of rows whose sums are withheld with a count of patients.
  ///   - totalHasAllTasks: Whether the total is the sum of all tasks.
  ///   - areApart: Whether no patient is in several groups at once.
  /// - Complexity: O(*n* log *n*) for *n* rows, times the longest chain of rows of which each protects the
  ///   one before.
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

  /// Whether a number of patients must not be disclosed; none is no group.
  private func isSmall(_ patients: Int) -> Bool { 0 < patients && patients < smallest }

  func isSmall(_ row: Row) -> Bool { row.patients.contains(where: isSmall) }

  func isWithheld(_ row: Int) -> Bool { isHidden[row] }

  /// Whether the sums of a row are withheld, or with them all of its numbers.
  func hidesSums(_ row: Int) -> Bool { isHidden[row] || withoutSums.contains(row) }

  private mutating func withhold(_ row: Int) { isHidden[row] = true }
}

// The numbering of rows.
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
      add(Place(group: group, series: about.series, period: period), row)
    }
  }

  private mutating func add(_ place: Place, _ row: Int) {
    places.append(place)
    index[place] = row
  }

  /// Adds a row for the patients who are in no group, wherever there are any beside the groups.
  ///
  /// Groups that overlap have more patients than all of them together; nothing can be subtracted from these.
  private mutating func addUngrouped() {
    for family in Families.byGroup(self) {
      guard let whole = family.first(where: { places[$0].group == SmallGroups.all }) else {
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
      var place = places[whole]
      place.group = SmallGroups.ungrouped
      add(place, rows.count)
      rows.append(row)
    }
  }
}

// Complementary suppression.
extension SmallGroups {
  /// Withholds the smallest groups until the patients of the withheld ones are none or enough.
  private mutating func protectGroups(_ family: [Int]) {
    guard let whole = family.first(where: { places[$0].group == SmallGroups.all }),
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

  /// The order in which rows are withheld: the smallest first, and of equal ones the first.
  func isSmaller(_ a: Int, _ b: Int) -> Bool {
    (rows[a].size, a) < (rows[b].size, b)
  }

  /// Withholds as few rows as give a row, or its sums alone, an alternative.
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
