import AdherenceAnalytics

/// The rows and counts of a report, before withholding.
struct WithholdingDraft {
  typealias PartName = CohortCollection.PartName

  /// The origin of a row of ``SmallGroups``.
  enum Source {
    /// A row of a table.
    case row(RowWithholding.Key)
    /// A week since the start of treatment in the statistics.
    case week(PartName, Int)

    var group: String? {
      switch self {
      case .row(let key): key.group
      case .week(let part, _): part.group
      }
    }
  }

  /// The counts of one series in all groups.
  struct Family {
    var scope: SeriesScope
    var parts: [SmallCounts<PatientCount>.Part]

    func key(_ group: String?, _ period: Int?) -> RowWithholding.Key {
      RowWithholding.Key(group: group, scope: scope, period: period)
    }
  }

  private(set) var sources: [Source] = []
  /// Whether the groups are disjoint.
  let areApart: Bool
  private var rows: [SmallGroups.Row] = []
  private let wholeRows: [CohortRow]
  private let periodRows: [CohortRow]
  private let parts: [PartName: CohortCollection.TaskMembers]
  private let isByRelativeWeek: Bool
  private let totalHasAllTasks: Bool
  private var numbers: [SeriesScope: Int] = [:]
  /// The tasks whose statistics have the same patients as the rows.
  private let agreeing: Set<String>
  /// The tasks whose weeks since the start of treatment are those of the rows.
  let sharesWeeks: Set<String>

  init(_ cohort: CohortAdherence, _ whole: CohortAdherence, _ collection: CohortCollection?) {
    wholeRows = whole.rows
    periodRows = cohort.periods.period == .all ? [] : cohort.rows
    isByRelativeWeek = cohort.periods.period == .relativeWeek
    let parts = Dictionary(uniqueKeysWithValues: (collection?.parts ?? []).map { ($0.name, $0) })
    self.parts = parts
    areApart = WithholdingDraft.areApart(periodRows.isEmpty ? wholeRows : periodRows)
    totalHasAllTasks = WithholdingDraft.totalHasAllTasks(wholeRows)
    agreeing = WithholdingDraft.agreeing(wholeRows, parts)
    sharesWeeks =
      isByRelativeWeek ? WithholdingDraft.sharedWeeks(periodRows, parts) : []
    addRows()
  }

  /// Decides which rows to withhold, given the rows whose sums are withheld with patient counts.
  func groups(_ smallest: Int, withoutSums: Set<Int>) -> SmallGroups {
    SmallGroups(
      rows, smallest: smallest, withoutSums: withoutSums, totalHasAllTasks: totalHasAllTasks,
      areApart: areApart)
  }

  /// Returns the indices of the rows whose sums are withheld with a patient count.
  func withoutSums(_ decided: CohortWithholding) -> Set<Int> {
    Set(
      sources.indices.filter { place in
        switch sources[place] {
        case .row(let key): decided.rows.withholdsSums(key)
        case .week(let part, let week):
          decided.weeks[part]?.contains(week) != true
            && decided.counts(of: part).contains(.week(week))
        }
      })
  }

  private mutating func addRows() {
    for row in wholeRows {
      add(row, .row(RowWithholding.Key(row, isOfWholeRange: true)), nil)
    }
    for row in periodRows {
      add(
        row, .row(RowWithholding.Key(row, isOfWholeRange: false)), .init(row.span.number))
    }
    for (name, part) in parts.sorted(by: { $0.key < $1.key })
    where !sharesWeeks.contains(name.task) {
      for (week, size) in part.weekSizes.sorted(by: { $0.key < $1.key }) {
        let number = number(of: .task(name.task))
        sources.append(.week(name, week))
        rows.append(
          SmallGroups.Row(
            group: name.group, series: number, role: .task, period: .init(week, of: 1),
            patients: [size]))
      }
    }
  }

  private mutating func add(_ row: CohortRow, _ source: Source, _ period: SmallGroups.Row.Period?) {
    sources.append(source)
    var patients = [row.patients, row.patients - row.patientsWithoutRatio]
    if period == nil, let task = row.task, !agreeing.contains(task),
      let part = parts[PartName(task: task, group: row.group)]
    {
      patients += [part.places.count, part.members.count { $0.expected > 0 }]
    }
    rows.append(
      SmallGroups.Row(
        group: row.group, series: number(of: row.scope), role: row.scope.role, period: period,
        patients: patients))
  }

  private mutating func number(of scope: SeriesScope) -> Int {
    if let number = numbers[scope] { return number }
    numbers[scope] = numbers.count
    return numbers.count - 1
  }
}

// Properties of the rows.
extension WithholdingDraft {
  private static func areApart(_ rows: [CohortRow]) -> Bool {
    var rest: [RowWithholding.Key: Int] = [:]
    for row in rows {
      var key = RowWithholding.Key(row, isOfWholeRange: false)
      key.group = nil
      rest[key, default: 0] += row.group == nil ? row.patients : -row.patients
    }
    return rest.values.allSatisfy { $0 >= 0 }
  }

  private static func totalHasAllTasks(_ rows: [CohortRow]) -> Bool {
    let whole = rows.filter { $0.group == nil }
    let total = whole.filter { $0.scope == .total }.reduce(0) { $0 + $1.pooled.dueWithQuotas }
    let tasks = whole.filter { $0.task != nil }.reduce(0) { $0 + $1.pooled.dueWithQuotas }
    return abs(tasks - total) <= 1e-9 * max(1, abs(total))
  }

  private static func agreeing(
    _ rows: [CohortRow], _ parts: [PartName: CohortCollection.TaskMembers]
  ) -> Set<String> {
    let tasks = Set(parts.keys.map(\.task))
    let others = rows.filter { row in
      guard let task = row.task else { return false }
      let part = parts[PartName(task: task, group: row.group)]
      return part?.places.count ?? 0 != row.patients
        || part?.members.count { $0.expected > 0 } ?? 0 != row.patients - row.patientsWithoutRatio
    }
    return tasks.subtracting(others.compactMap(\.task))
  }

  private static func sharedWeeks(
    _ rows: [CohortRow], _ parts: [PartName: CohortCollection.TaskMembers]
  ) -> Set<String> {
    var sizes = parts.mapValues { $0.weekSizes }
    var others: Set<String> = []
    for row in rows {
      guard let task = row.task else { continue }
      let name = PartName(task: task, group: row.group)
      let size = sizes[name]?.removeValue(forKey: row.span.number) ?? 0
      if size != row.patients - row.patientsWithoutRatio { others.insert(task) }
    }
    others.formUnion(sizes.filter { !$0.value.isEmpty }.map(\.key.task))
    return Set(parts.keys.map(\.task)).subtracting(others)
  }
}

// Patient counts.
extension WithholdingDraft {
  /// Returns the counts of each series in the whole cohort and its groups.
  func families(_ decided: CohortWithholding, _ parameters: MeasureParameters) -> [Family] {
    let periods = Dictionary(grouping: periodRows) {
      var key = RowWithholding.Key($0, isOfWholeRange: false)
      key.period = nil
      return key
    }
    let whole = Dictionary(grouping: wholeRows, by: \.scope)
    return whole.map { scope, rows in
      Family(
        scope: scope,
        parts: rows.map { row in
          let key = RowWithholding.Key(row, isOfWholeRange: true)
          return SmallCounts.Part(
            group: row.group, counts: counts(row, periods[key] ?? [], parameters, decided),
            withheld: decided.found[key] ?? [:])
        })
    }
  }

  private func counts(
    _ row: CohortRow, _ periods: [CohortRow], _ parameters: MeasureParameters,
    _ decided: CohortWithholding
  ) -> [SmallCounts<PatientCount>.Count] {
    // Periods of a group may be shown even if its whole range is withheld.
    let key = RowWithholding.Key(row, isOfWholeRange: true)
    let isWithheld = decided.rows.isWithheld(key)
    let own = counts(row, of: nil, isWithheld: isWithheld)
    let rows = periods.flatMap { period in
      let key = RowWithholding.Key(period, isOfWholeRange: false)
      return counts(period, of: period.span.number, isWithheld: decided.rows.isWithheld(key))
    }
    guard let task = row.task, let part = parts[PartName(task: task, group: row.group)] else {
      return own + rows
    }
    let weeks = decided.weeks[part.name] ?? []
    let names: (PatientCount, PatientCount, PatientCount) =
      agreeing.contains(task)
      ? (.patients(nil), .evaluable(nil), .reachingMembers)
      : (.members, .evaluableMembers, .reachingMembers)
    let statistics = part.counts(names, parameters) { week in
      isWithheld || week.map(weeks.contains) ?? false
    }
    return own + rows + statistics.filter { count in !own.contains { $0.name == count.name } }
  }

  private func counts(
    _ row: CohortRow, of period: Int?, isWithheld: Bool = false
  ) -> [SmallCounts<PatientCount>.Count] {
    let evaluable = row.patients - row.patientsWithoutRatio
    let last = SmallCounts<PatientCount>.lastRank
    return [
      .init(
        .patients(period), row.patients, rank: period == nil ? 0 : last, isWithheld: isWithheld),
      .init(
        .evaluable(period), evaluable, of: [row.patients],
        rank: period == nil ? 1 : isByRelativeWeek ? last : nil, isWithheld: isWithheld),
      .init(
        .reaching(period), row.adherentPatients, of: [evaluable, row.patients],
        isWithheld: isWithheld),
    ]
  }
}

extension SeriesScope {
  fileprivate var role: SmallGroups.Row.Role {
    switch self {
    case .total: .total
    case .task: .task
    case .group, .carePlan: .partialSum
    }
  }
}
