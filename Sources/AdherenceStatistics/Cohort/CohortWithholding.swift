package import AdherenceAnalytics

/// What of a cohort's tables and statistics is withheld for small groups.
///
/// Rows and counts of all that one report writes are decided together, as the same number may stand in several
/// places and be the sum of others.
package struct CohortWithholding: Sendable {
  /// What of the rows is withheld.
  package private(set) var rows: RowWithholding
  /// The parts of the statistics that are left out.
  package private(set) var parts: Set<CohortCollection.PartName> = []
  /// The weeks since the start of treatment whose numbers are withheld, by part.
  package private(set) var weeks: [CohortCollection.PartName: Set<Int>] = [:]
  /// By row of the whole range: the counts that are withheld, with whether they are small themselves.
  private(set) var found: [RowWithholding.Key: [PatientCount: Bool]] = [:]
  /// How much is withheld.
  package private(set) var tally = WithheldTally()

  /// Decides what is withheld.
  ///
  /// - Parameters:
  ///   - cohort: The rows by period, of which nothing is withheld yet.
  ///   - whole: The same over the whole range.
  ///   - collection: What the statistics are made from, where there are any.
  ///   - parameters: What the statistics take for granted.
  ///   - smallest: The fewest patients that may be disclosed.
  package init(
    _ cohort: CohortAdherence, whole: CohortAdherence, _ collection: CohortCollection?,
    _ parameters: MeasureParameters, smallest: Int
  ) {
    let draft = WithholdingDraft(cohort, whole, collection)
    self.init(draft, parameters, smallest: smallest)
    var (withoutSums, more): (Set<Int>, Set<Int>) = ([], draft.withoutSums(self))
    // Rows whose sums are withheld with a count need others beside them, and these may need counts to be withheld.
    while !more.isSubset(of: withoutSums) {
      withoutSums.formUnion(more)
      self.init(draft, parameters, smallest: smallest, withoutSums: withoutSums, found: found)
      more = draft.withoutSums(self)
    }
  }

  /// The counts that are withheld of a part which is not left out.
  package func counts(of part: CohortCollection.PartName) -> Set<PatientCount> {
    let key = RowWithholding.Key(group: part.group, scope: .task(part.task), period: nil)
    return Set((found[key] ?? [:]).keys)
  }

  /// Decides what is withheld where some counts are, and with them the sums of rows.
  private init(
    _ draft: WithholdingDraft, _ parameters: MeasureParameters, smallest: Int,
    withoutSums: Set<Int> = [], found: [RowWithholding.Key: [PatientCount: Bool]] = [:]
  ) {
    rows = RowWithholding(smallestGroup: smallest)
    self.found = found
    take(draft.groups(smallest, withoutSums: withoutSums), draft)
    for family in draft.families(self, parameters) {
      take(
        SmallCounts(family.parts, smallest: smallest, areApart: draft.areApart), family)
    }
  }

  private mutating func take(_ groups: SmallGroups, _ draft: WithholdingDraft) {
    for place in groups.withheld {
      let isPrimary = groups.primary.contains(place)
      let source = draft.sources[place]
      tally.addRow(isPrimary: isPrimary, source.group)
      switch source {
      case .row(let key): withhold(key, sharesWeeks: draft.sharesWeeks)
      case .week(let part, let week): weeks[part, default: []].insert(week)
      }
    }
  }

  /// Withholds a row, and what the statistics say of the same patients.
  private mutating func withhold(_ key: RowWithholding.Key, sharesWeeks: Set<String>) {
    rows.withhold(key)
    guard let task = key.scope.task else { return }
    let part = CohortCollection.PartName(task: task, group: key.group)
    guard let period = key.period else {
      parts.insert(part)
      return
    }
    if sharesWeeks.contains(task) { weeks[part, default: []].insert(period) }
  }

  private mutating func take(
    _ small: SmallCounts<PatientCount>, _ family: WithholdingDraft.Family
  ) {
    for (place, part) in family.parts.enumerated() where part.isShown {
      for name in small.withheld[place] {
        let isPrimary = small.primary[place].contains(name)
        found[family.key(part.group, nil), default: [:]][name] = isPrimary
        if name.isOfCurve {
          tally.addCurveCount()
        } else {
          tally.addCount(isPrimary: isPrimary, part.group)
        }
        if let (hidden, period) = name.cell {
          rows.withhold(hidden, of: family.key(part.group, period))
        }
      }
    }
  }
}

extension PatientCount {
  /// Whether it is of one of the many moments since the start of treatment.
  fileprivate var isOfCurve: Bool {
    switch self {
    case .curve, .atRisk, .surviving, .week, .observed, .covered: true
    default: false
    }
  }

  /// The count of a row that it is, and the row's period; `nil` of a count that is in statistics alone.
  fileprivate var cell: (CohortRow.HiddenCounts, Int?)? {
    switch self {
    case .patients(let period): (.patients, period)
    case .evaluable(let period): (.evaluable, period)
    case .reaching(let period): (.adherent, period)
    default: nil
    }
  }
}

/// How much of a report is withheld for small groups.
package struct WithheldTally: Hashable, Sendable {
  /// Rows and counts.
  package struct Amount: Hashable, Sendable {
    package var rows = 0
    package var counts = 0
  }

  /// What is about too few patients.
  package private(set) var primary = Amount()
  /// What would give it by computation.
  package private(set) var complementary = Amount()
  /// The counts of curves, by time since the start of treatment, which are not among the others.
  package private(set) var curveCounts = 0
  private var names: Set<String?> = []

  /// The groups with something about too few patients, the whole cohort being one.
  package var groups: Int { names.count }
  /// Whether nothing is withheld.
  package var isEmpty: Bool { hasNoRows && curveCounts == 0 }
  /// Whether nothing is withheld but counts of curves.
  package var hasNoRows: Bool { primary == Amount() && complementary == Amount() }

  mutating func addRow(isPrimary: Bool, _ group: String?) {
    add(isPrimary: isPrimary, group, \.rows)
  }

  mutating func addCount(isPrimary: Bool, _ group: String?) {
    add(isPrimary: isPrimary, group, \.counts)
  }

  mutating func addCurveCount() { curveCounts += 1 }

  private mutating func add(
    isPrimary: Bool, _ group: String?, _ path: WritableKeyPath<Amount, Int>
  ) {
    if isPrimary {
      primary[keyPath: path] += 1
      names.insert(group)
    } else {
      complementary[keyPath: path] += 1
    }
  }
}
