package import AdherenceAnalytics

/// The parts of a cohort's tables and statistics that are withheld for small groups.
///
/// All rows and counts of a report are decided together, because the same number may occur in
/// several places and as part of sums.
package struct CohortWithholding: Sendable {
  /// The withheld rows.
  package private(set) var rows: RowWithholding
  /// The omitted parts of the statistics.
  package private(set) var parts: Set<CohortCollection.PartName> = []
  /// The withheld weeks since the start of treatment, by part.
  package private(set) var weeks: [CohortCollection.PartName: Set<Int>] = [:]
  /// The withheld counts of each row of the whole range, and whether they are small themselves.
  private(set) var found: [RowWithholding.Key: [PatientCount: Bool]] = [:]
  /// The amount of withheld data.
  package private(set) var tally = WithheldTally()

  /// Determines the counts to withhold.
  ///
  /// - Parameters:
  ///   - cohort: The rows by period, with nothing withheld yet.
  ///   - whole: The rows over the whole range.
  ///   - collection: The collection for the statistics, if any.
  ///   - parameters: The parameters of the statistics.
  ///   - smallest: The minimum number of patients that may be disclosed.
  package init(
    _ cohort: CohortAdherence, whole: CohortAdherence, _ collection: CohortCollection?,
    _ parameters: MeasureParameters, smallest: Int
  ) {
    let draft = WithholdingDraft(cohort, whole, collection)
    self.init(draft, parameters, smallest: smallest)
    var (withoutSums, more): (Set<Int>, Set<Int>) = ([], draft.withoutSums(self))
    // Withholding the sums of a row may require complementary rows, which may require further
    // counts.
    while !more.isSubset(of: withoutSums) {
      withoutSums.formUnion(more)
      self.init(draft, parameters, smallest: smallest, withoutSums: withoutSums, found: found)
      more = draft.withoutSums(self)
    }
  }

  /// Returns the withheld counts of a part that is not omitted.
  package func counts(of part: CohortCollection.PartName) -> Set<PatientCount> {
    let key = RowWithholding.Key(group: part.group, scope: .task(part.task), period: nil)
    return Set((found[key] ?? [:]).keys)
  }

  /// Determines the counts to withhold, given the rows whose sums are withheld with their counts.
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

  /// Withholds a row, and the statistics about the same patients.
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
  /// Whether it belongs to a curve by time since the start of treatment.
  fileprivate var isOfCurve: Bool {
    switch self {
    case .curve, .atRisk, .surviving, .week, .observed, .covered: true
    default: false
    }
  }

  /// The row's count and period; `nil` for a count that occurs only in statistics.
  fileprivate var cell: (CohortRow.HiddenCounts, Int?)? {
    switch self {
    case .patients(let period): (.patients, period)
    case .evaluable(let period): (.evaluable, period)
    case .reaching(let period): (.adherent, period)
    default: nil
    }
  }
}

/// The amount of data withheld for small groups.
package struct WithheldTally: Hashable, Sendable {
  /// Numbers of rows and counts.
  package struct Amount: Hashable, Sendable {
    package var rows = 0
    package var counts = 0
  }

  /// Data about too few patients.
  package private(set) var primary = Amount()
  /// Data from which primary data could be computed.
  package private(set) var complementary = Amount()
  /// The withheld counts of curves by time since the start of treatment, which are not included in
  /// the others.
  package private(set) var curveCounts = 0
  private var names: Set<String?> = []

  /// The number of groups with data about too few patients, including the whole cohort.
  package var groups: Int { names.count }
  package var isEmpty: Bool { hasNoRows && curveCounts == 0 }
  /// Whether only counts of curves are withheld.
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
