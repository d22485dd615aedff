package import Scheduling

/// The adherence of many patients: one row for each patient group, series and period.
///
/// Patients are added one by one and not stored: a row has sums, and the number of patients with each ratio.
/// Memory is proportional to the number of rows and distinct ratios, not of patients. Parts of a cohort merge
/// to exactly the same rows for any order of the patients.
///
///     let query = AdherenceQuery(monday..<monday.adding(days: 4))
///     var cohort = CohortAdherence(spans: query.spans)
///     for record in [record] { cohort.add(record.adherence(query)) }
///     print(cohort.rows[0].patients, cohort.rows[0].pooled.ratio!)  // 1 0.5
public struct CohortAdherence: Sendable {
  /// The numerator of the patients' ratios.
  public let numerator: Numerator
  /// The threshold of adherent patients.
  public let threshold: Share
  let asked: PeriodSpans
  /// The relative weeks of all patients, by number.
  private(set) var weeks: [Int: PeriodSpan] = [:]
  private(set) var groups = IndexedSet<Group>()
  private(set) var scopes = IndexedSet<SeriesScope>()
  /// The first appearance of each scope, by index.
  private(set) var appearances: [Appearance] = []
  /// The rows and counts withheld for small groups; `nil` for none.
  package var withholding: RowWithholding?
  /// The series by group index, then by scope index; `nil` if no patient has it.
  private(set) var series: [[CohortSeries?]] = []

  /// A group of patients counted together.
  enum Group: Hashable, Sendable {
    /// The patients of one group only, or of none.
    case apart(String?)
    /// The patients that are also in other groups, at once or consecutively, and are also counted once
    /// without a group.
    case shared(String)
  }

  /// The first appearance of a scope: the patient with the least id, and the index among its series.
  struct Appearance: Hashable, Comparable, Sendable {
    var patient: String
    var index: Int

    static func < (a: Appearance, b: Appearance) -> Bool {
      (a.patient, a.index) < (b.patient, b.index)
    }
  }

  /// Creates an empty cohort.
  public init(
    spans: PeriodSpans, numerator: Numerator = .done, threshold: Share = Share(4, of: 5)
  ) {
    asked = spans
    self.numerator = numerator
    self.threshold = threshold
  }

  /// Adds a patient to the whole cohort and, period by period, to the patient's group at the end of the
  /// period.
  ///
  /// - Precondition: The patient's series have the cohort's periods.
  /// - Complexity: O(*p*) for *p* periods of all its series.
  public mutating func add(_ patient: PatientAdherence) {
    add(patient) { $0.group.map { [$0] } ?? [] }
  }

  /// Adds a patient to the whole cohort and, period by period, to the groups of the version effective at the
  /// end of the period.
  package mutating func add(_ patient: PatientAdherence, groupedBy names: (Patient) -> [String]) {
    let last = names(patient.patient)
    let groups = patient.versions.map(names)
    if groups.allSatisfy({ $0 == last }) { return add(patient, to: last) }
    begin(patient)
    add(patient, as: .apart(nil))
    for name in Set(groups.joined()).sorted() {
      add(patient, as: .shared(name), where: groups.map { $0.contains(name) })
    }
  }

  /// Adds a patient to the whole cohort and to given groups.
  ///
  /// A patient in several groups counts in each of them, and once in the whole cohort.
  public mutating func add(_ patient: PatientAdherence, to names: [String]) {
    begin(patient)
    if names.count < 2 {
      add(patient, as: .apart(names.first))
    } else {
      add(patient, as: .apart(nil))
      for name in names { add(patient, as: .shared(name)) }
    }
  }

  private mutating func begin(_ patient: PatientAdherence) {
    precondition(agrees(with: patient.spans), "patient \(patient.patient.id) has other periods")
    if asked.period == .relativeWeek { for span in patient.spans { cover(span) } }
  }

  private mutating func add(
    _ patient: PatientAdherence, as group: Group, where own: [Bool] = []
  ) {
    let group = index(of: group)
    let first = patient.spans.first?.number ?? 0
    var index = 0
    for list in [[patient.total], patient.tasks, patient.groups, patient.carePlans] {
      for series in list {
        let scope = self.index(of: series.scope, patient.patient.id, index)
        self.series[group][scope, default: CohortSeries()].add(
          series.periods, from: first, where: own, numerator, threshold)
        index += 1
      }
    }
  }

  /// Adds the patients of another part of the cohort.
  ///
  /// - Precondition: Both parts have the same periods, numerator and threshold.
  public mutating func merge(_ other: CohortAdherence) {
    precondition(
      hasSameParameters(as: other),
      "the parts of a cohort must have the same periods, numerator and threshold")
    for span in other.weeks.values { cover(span) }
    let newScopes = zip(other.scopes.all, other.appearances).map { scope, first in
      index(of: scope, first.patient, first.index)
    }
    for (group, others) in zip(other.groups.all, other.series) {
      let group = index(of: group)
      for (scope, other) in zip(newScopes, others) {
        if let other { series[group][scope, default: CohortSeries()].merge(other) }
      }
    }
  }

  /// Returns whether another cohort has the same periods, numerator and threshold.
  package func hasSameParameters(as other: CohortAdherence) -> Bool {
    agrees(with: other.asked) && numerator == other.numerator && threshold == other.threshold
  }

  /// Returns whether periods are those of the cohort; relative weeks begin on each patient's own day.
  private func agrees(with spans: PeriodSpans) -> Bool {
    guard asked.period == .relativeWeek else { return spans == asked }
    return spans.period == .relativeWeek && spans.range == asked.range
  }

  /// Extends the span of a relative week.
  mutating func cover(_ span: PeriodSpan) {
    weeks[span.number] = weeks[span.number]?.joined(with: span) ?? span
  }

  private mutating func index(of group: Group) -> Int {
    let position = groups.index(of: group, near: 0)
    if position == series.count { series.append([]) }
    return position
  }

  private mutating func index(of scope: SeriesScope, _ patient: String, _ index: Int) -> Int {
    let position = scopes.index(of: scope, near: index)
    if position == appearances.count {
      appearances.append(Appearance(patient: patient, index: index))
    } else if patient <= appearances[position].patient {
      appearances[position] = min(
        appearances[position], Appearance(patient: patient, index: index))
    }
    return position
  }
}

extension CohortAdherence {
  /// The periods of every row, in order; a relative week spans from its first day in any patient to its last.
  public var spans: [PeriodSpan] {
    guard asked.period == .relativeWeek else { return Array(asked) }
    return weeks.values.sorted { $0.number < $1.number }
  }

  /// The rows: the whole cohort first, then its groups by name; in each the total first, then tasks, task
  /// groups and care plans, each in the order of the patient with the least id.
  ///
  /// Withheld rows are included, without numbers.
  public var rows: [CohortRow] {
    var rows: [CohortRow] = []
    eachRow { rows.append($0) }
    return rows
  }

  /// The minimum group size that is disclosed; `nil` for no limit.
  package var smallestGroup: Int? { withholding?.smallestGroup }

  /// Returns the rows of one series in a group, or in the whole cohort.
  ///
  /// - Parameters:
  ///   - scope: The tasks of the series.
  ///   - group: The patient group; `nil` for the whole cohort.
  ///   - days: The days that contain the periods; `nil` for all periods.
  /// - Returns: The rows, in order; none if no patient has the series.
  package func rows(
    of scope: SeriesScope, group: String? = nil, in days: Range<CivilDate>? = nil
  ) -> [CohortRow] {
    var rows: [CohortRow] = []
    if let position = scopes.all.firstIndex(of: scope) {
      eachRow(of: position, in: group, during: days) { rows.append($0) }
    }
    return rows
  }

  /// Returns the periods of a series in which something due or pending has no final state yet.
  ///
  /// - Parameter scope: The tasks of the series.
  /// - Returns: The periods with the counts of the whole cohort, in order.
  package func unresolved(of scope: SeriesScope) -> [(span: PeriodSpan, counts: Adherence)] {
    guard let position = scopes.all.firstIndex(of: scope), let whole = merged(position, in: nil)
    else { return [] }
    return spans.compactMap { span in
      guard let pooled = whole.members(of: span.number)?.pooled, pooled.mayBeUnresolved else {
        return nil
      }
      let counts = pooled.total
      return counts.isResolved ? nil : (span, counts)
    }
  }

  /// Calls a closure with each row in order; the rows may not fit into memory together.
  package func eachRow(_ body: (CohortRow) -> Void) {
    let ordered = scopes.all.indices.sorted {
      (scopes.all[$0].rank, appearances[$0]) < (scopes.all[$1].rank, appearances[$1])
    }
    for group in [nil] + Set(groups.all.compactMap(\.name)).sorted() {
      for scope in ordered { eachRow(of: scope, in: group, body) }
    }
  }

  /// The cohort with all periods merged into one.
  ///
  /// If relative weeks exclude the days before a patient's start, so does this.
  package var merged: CohortAdherence {
    var merged = self
    merged.series = series.map { $0.map { $0?.merged } }
    return CohortAdherence(whole: merged)
  }

  /// Merges the decoded lists of a part, which must have matching sizes.
  mutating func take(
    _ groups: [Group], _ scopes: [(SeriesScope, Appearance)], _ series: [[CohortSeries?]]
  ) {
    let indices = scopes.map { index(of: $0, $1.patient, $1.index) }
    for (group, parts) in zip(groups, series) {
      let group = index(of: group)
      for (scope, part) in zip(indices, parts) {
        if let part { self.series[group][scope, default: CohortSeries()].merge(part) }
      }
    }
  }

  private init(whole: CohortAdherence) {
    self.init(
      spans: CalendarPeriod.all.spans(of: whole.asked.range), numerator: whole.numerator,
      threshold: whole.threshold)
    withholding = whole.withholding
    (groups, scopes) = (whole.groups, whole.scopes)
    (appearances, series) = (whole.appearances, whole.series)
  }

  /// Returns the series at an index of a group, or of the whole cohort; `nil` if no patient has it.
  private func merged(_ scope: Int, in name: String?) -> CohortSeries? {
    let parts = zip(groups.all, series).compactMap { group, series in
      (name == nil ? group.isApart : group.name == name) && scope < series.count
        ? series[scope] : nil
    }
    guard var whole = parts.first else { return nil }
    for part in parts.dropFirst() { whole.merge(part) }
    return whole
  }

  /// Calls a closure with the rows of the series at an index, in a group or in the whole cohort.
  private func eachRow(
    of scope: Int, in name: String?, during days: Range<CivilDate>? = nil,
    _ body: (CohortRow) -> Void
  ) {
    guard let whole = merged(scope, in: name) else { return }
    for span in spans where days.map({ span.isWithin($0) }) ?? true {
      let row = CohortRow(
        group: name, scope: scopes.all[scope], span: span,
        whole.members(of: span.number) ?? MemberTotals())
      body(withholding?.applied(to: row, isOfWholeRange: asked.period == .all) ?? row)
    }
  }
}

extension PeriodSpan {
  fileprivate func isWithin(_ days: Range<CivilDate>) -> Bool {
    days.lowerBound <= start && end <= days.upperBound
  }
}

extension CohortAdherence.Group {
  fileprivate var name: String? {
    switch self {
    case .apart(let name): name
    case .shared(let name): name
    }
  }

  fileprivate var isApart: Bool { if case .apart = self { true } else { false } }
}

extension [CohortSeries?] {
  /// Accesses the series at an index, extending the array if necessary.
  fileprivate subscript(position: Int, default series: @autoclosure () -> CohortSeries)
    -> CohortSeries
  {
    get { position < count ? self[position] ?? series() : series() }
    _modify {
      if position >= count { self += repeatElement(nil, count: position + 1 - count) }
      // Moved out of the array, so that it is modified in place.
      var own = self[position].take() ?? series()
      defer { self[position] = own }
      yield &own
    }
  }
}

/// A list of distinct elements with stable indices.
struct IndexedSet<Element: Hashable & Sendable>: Sendable {
  private(set) var all: [Element] = []
  private var indices: [Element: Int] = [:]

  /// Returns the index of an element, adding it if necessary; `guess` is checked first, as most patients have
  /// the same series.
  mutating func index(of element: Element, near guess: Int) -> Int {
    if guess < all.count, all[guess] == element { return guess }
    if let position = indices[element] { return position }
    indices[element] = all.count
    all.append(element)
    return all.count - 1
  }
}

extension SeriesScope {
  fileprivate var rank: Int {
    switch self {
    case .total: 0
    case .task: 1
    case .group: 2
    case .carePlan: 3
    }
  }
}
