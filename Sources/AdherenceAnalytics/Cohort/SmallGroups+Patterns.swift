extension SmallGroups {
  /// Families of rows that differ in one dimension only.
  struct Families {
    /// The rows of all groups, for each series and period.
    private(set) var groups: [[Int]] = []
    /// The tasks, for each group and period.
    private var tasks: [[Int]: [Int]] = [:]
    /// The sums over tasks, for each group and period.
    private var sums: [[Int]: [Int]] = [:]
    /// The periods of each division, for each group and series.
    private var periods: [[Int]: [Int]] = [:]
    /// By series and period: the index in ``groups``.
    private var groupPositions: [[Int]: Int] = [:]

    init() {}

    init(_ all: SmallGroups) {
      groups = Families.byGroup(all)
      for (position, family) in groups.enumerated() {
        let first = all.positions[family[0]]
        groupPositions[[first.series, first.period]] = position
      }
      for (row, position) in all.positions.enumerated() {
        let own = [position.group, position.period]
        if all.rows[row].role == .task {
          tasks[own, default: []].append(row)
        } else {
          sums[own, default: []].append(row)
        }
        if let division = all.periods[position.period]?.division {
          periods[[position.group, position.series, division], default: []].append(row)
        }
      }
    }

    /// Returns the rows of the same series and period.
    static func byGroup(_ all: SmallGroups) -> [[Int]] {
      let families = Dictionary(grouping: all.positions.indices) {
        [all.positions[$0].series, all.positions[$0].period]
      }
      return families.values.sorted { $0[0] < $1[0] }
    }

    func groups(of position: Position) -> [Int] {
      groupPositions[[position.series, position.period]].map { groups[$0] } ?? []
    }

    func tasks(of position: Position) -> [Int] { tasks[[position.group, position.period]] ?? [] }

    func sums(of position: Position) -> [Int] { sums[[position.group, position.period]] ?? [] }

    func periods(of position: Position, in division: Int) -> [Int] {
      periods[[position.group, position.series, division]] ?? []
    }
  }

  /// The alternatives of a row: for each, the set of changed rows.
  struct Patterns: Sequence {
    private let all: SmallGroups
    private let families: Families
    private let row: Int
    private let position: Position
    private let sumsAlone: Bool
    /// The number of second rows of a pair that are tried in each dimension.
    private static let tried = 3

    init(_ all: SmallGroups, _ families: Families, _ row: Int, sumsAlone: Bool) {
      (self.all, self.families, self.row, position) = (all, families, row, all.positions[row])
      self.sumsAlone = sumsAlone
    }

    private func isHidden(_ row: Int) -> Bool {
      sumsAlone ? all.hidesSums(row) : all.isWithheld(row)
    }

    /// A change in one dimension: the changed parts, and the sums that show the change.
    fileprivate struct Change {
      var parts: [Int]
      var sums: [Int] = []
    }

    func makeIterator() -> AnyIterator<[Int]> {
      let (groups, series, periods) = (groups, series, periods)
      let changes = groups.lazy.flatMap { group in
        periods.lazy.flatMap { period in series.lazy.compactMap { rows(group, $0, period) } }
      }
      var iterator = changes.makeIterator()
      return AnyIterator { iterator.next() }
    }

    /// Returns the rows of a product of changes; `nil` if a changed row has no patients.
    private func rows(_ groups: Change, _ series: Change, _ periods: Change) -> [Int]? {
      var rows: [Int] = []
      for (group, own) in groups.marked {
        for (series, isPart) in series.marked {
          for (period, isOwn) in periods.marked {
            let row = all.index[Position(group: group, series: series, period: period)]
            let exists = row.map { $0 == self.row || all.rows[$0].size > 0 } ?? false
            if own && isPart && isOwn && !exists { return nil }
            if let row, exists { rows.append(row) }
          }
        }
      }
      return rows
    }

    /// The changes in one group, which the whole cohort shows, and in two, which it does not.
    private var groups: [Change] {
      if !all.areApart { return [Change(parts: [position.group])] }
      let family = families.groups(of: position).filter { all.rows[$0].size > 0 }
      let others = family.filter { all.positions[$0].group != SmallGroups.all && $0 != row }
      if position.group == SmallGroups.all {
        let some = largest(others).map {
          Change(parts: [all.positions[$0].group], sums: [SmallGroups.all])
        }
        return some.isEmpty ? [Change(parts: [SmallGroups.all])] : some
      }
      let pairs = chosen(others) { _ in true }.map {
        Change(parts: [position.group, all.positions[$0].group])
      }
      return pairs + [Change(parts: [position.group], sums: [SmallGroups.all])]
    }

    /// The changes in one task, which totals show, and in two, which the total of all tasks does not.
    private var series: [Change] {
      let sums = families.sums(of: position)
      let total = sums.filter { all.rows[$0].role == .total }
      let partial = sums.filter { all.rows[$0].role == .partialSum }
      let series = { (rows: [Int]) in rows.map { all.positions[$0].series } }
      let tasks = families.tasks(of: position)
      switch all.rows[row].role {
      case .total:
        let some = largest(tasks).map {
          Change(parts: series([$0]), sums: [position.series] + series(partial))
        }
        return some.isEmpty ? [Change(parts: [position.series], sums: series(partial))] : some
      case .partialSum:
        let others = chosen(partial.filter { $0 != row }, where: isLarge)
        return others.map { Change(parts: [position.series, all.positions[$0].series]) }
          + [Change(parts: [position.series], sums: series(total))]
      case .task:
        let left = series(all.totalHasAllTasks ? partial : sums)
        let isLarge = isLargeTask(total, tasks)
        let others = sums.isEmpty ? [] : chosen(tasks.filter { $0 != row }, where: isLarge)
        return others.map {
          Change(parts: [position.series, all.positions[$0].series], sums: left)
        } + [Change(parts: [position.series], sums: series(sums))]
      }
    }

    /// The changes in one period, which the whole range shows, and in two, which it does not.
    private var periods: [Change] {
      guard let period = all.periods[position.period] else {
        return firstPeriods(except: nil).map {
          Change(parts: $0, sums: [SmallGroups.all])
        }
      }
      var whole = position
      whole.period = SmallGroups.all
      if all.index[whole] == nil { return [Change(parts: [position.period])] }
      let others = families.periods(of: position, in: period.division).filter { $0 != row }
      return chosen(others, where: isLarge).map {
        Change(parts: [position.period, all.positions[$0].period])
      }
        + firstPeriods(except: period.division).map {
          Change(parts: [position.period] + $0, sums: [SmallGroups.all])
        }
    }

    /// Returns periods, one of each division, in which the whole range may change.
    private func firstPeriods(except division: Int?) -> [[Int]] {
      let divisions = Set(all.periods.compactMap { $0?.division }).filter { $0 != division }
      let choices = divisions.sorted().compactMap { division in
        let rows = largest(families.periods(of: position, in: division))
        return rows.isEmpty ? nil : rows.map { all.positions[$0].period }
      }
      guard let first = choices.first else { return [[]] }
      return first.indices.map { position in choices.map { $0[Swift.min(position, $0.count - 1)] } }
    }

    /// Returns the rows with the most patients.
    private func largest(_ rows: [Int]) -> [Int] {
      rows.filter { all.rows[$0].size > 0 }.sorted(by: all.isSmaller).suffix(Patterns.tried)
        .reversed()
    }

    private func isLarge(_ row: Int) -> Bool { all.rows[row].size >= all.smallest }

    /// Returns whether a task's patients, or those of all withheld tasks together, are enough.
    private func isLargeTask(_ total: [Int], _ tasks: [Int]) -> (Int) -> Bool {
      let shown = tasks.reduce(0) { $0 + (all.isWithheld($1) ? 0 : all.rows[$1].size) }
      let areEnough = total.contains { all.rows[$0].size - shown >= all.smallest }
      return { areEnough || isLarge($0) }
    }

    /// Returns the candidates for second rows: those already withheld, and the smallest.
    private func chosen(_ rows: [Int], where isLarge: (Int) -> Bool) -> [Int] {
      let large = rows.filter { all.rows[$0].size > 0 && isLarge($0) }
      let (hidden, shown) = (large.filter(isHidden), large.filter { !isHidden($0) })
      return Array(hidden.sorted(by: all.isSmaller).suffix(Patterns.tried))
        + shown.sorted(by: all.isSmaller).prefix(Patterns.tried)
    }
  }
}

extension SmallGroups.Patterns.Change {
  /// The changed numbers, marked with whether they change themselves.
  fileprivate var marked: [(Int, Bool)] {
    (parts.isEmpty ? sums : parts).map { ($0, true) }
      + (parts.isEmpty ? [] : sums).map { ($0, false) }
  }
}
