import Scheduling

/// The adherence of many patients: one row per patient group, series and period.
///
/// Patients are added one by one and forgotten, but for one ratio each per row. Parts of a cohort that
/// were added up apart merge to the same rows.
public struct CohortAdherence: Sendable {
  /// Whose rows, of what: a patient group and a scope by their places.
  private struct Cell: Hashable {
    var group: Int
    var scope: Int
  }

  /// What the patients' ratios count.
  public let numerator: Numerator
  /// The share that counts as adherent.
  public let threshold: Share
  private let asked: PeriodSpans
  /// The relative weeks that any patient has, by number.
  private var weeks: [Int: PeriodSpan] = [:]
  private var groups = Places<String?>()
  private var scopes = Places<SeriesScope>()
  private var cells = Places<Cell>()
  /// By the place of their cell, then by the number of the period.
  private var members: [[Members]] = []

  /// Creates a cohort without patients.
  ///
  /// - Parameters:
  ///   - spans: The periods that its patients have; of relative weeks each has its own.
  ///   - numerator: What the patients' ratios count.
  ///   - threshold: The share that counts as adherent: 80 %, the field's convention.
  public init(
    spans: PeriodSpans, numerator: Numerator = .completed, threshold: Share = Share(4, of: 5)
  ) {
    asked = spans
    self.numerator = numerator
    self.threshold = threshold
  }

  /// Adds a patient, to the whole cohort and to the patient's group.
  ///
  /// - Precondition: The patient's series have the cohort's periods.
  public mutating func add(_ patient: PatientAdherence) {
    precondition(agrees(with: patient.spans), "patient \(patient.patient.id) has other periods")
    if asked.period == .relativeWeek { for span in patient.spans { cover(span) } }
    let group = groups.place(of: patient.patient.group)
    let first = patient.spans.first?.number ?? 0
    for series in patient.series {
      let cell = Cell(group: group, scope: scopes.place(of: series.scope))
      add(series.periods, to: cell, from: first)
    }
  }

  /// Adds the patients of another part of the cohort.
  ///
  /// - Precondition: Both parts have the same periods, numerator and threshold.
  public mutating func merge(_ other: CohortAdherence) {
    precondition(
      agrees(with: other.asked) && numerator == other.numerator && threshold == other.threshold,
      "the parts of a cohort answer one question")
    for span in other.weeks.values { cover(span) }
    let newGroups = other.groups.all.map { groups.place(of: $0) }
    let newScopes = other.scopes.all.map { scopes.place(of: $0) }
    for (cell, others) in zip(other.cells.all, other.members) {
      let own = Cell(group: newGroups[cell.group], scope: newScopes[cell.scope])
      members[place(of: own)].merge(others)
    }
  }

  /// Whether periods are those of the cohort; relative weeks begin on each patient's own day.
  private func agrees(with spans: PeriodSpans) -> Bool {
    guard asked.period == .relativeWeek else { return spans == asked }
    return spans.period == .relativeWeek && spans.range == asked.range
  }

  /// Widens the span of a relative week.
  private mutating func cover(_ span: PeriodSpan) {
    weeks[span.number] = weeks[span.number]?.joined(with: span) ?? span
  }

  private mutating func add(_ periods: [Adherence], to cell: Cell, from first: Int) {
    let place = place(of: cell)
    members[place].reach(first + periods.count)
    for (index, adherence) in periods.enumerated() {
      members[place][first + index].add(adherence, numerator, threshold)
    }
  }

  private mutating func place(of cell: Cell) -> Int {
    let place = cells.place(of: cell)
    if place == members.count { members.append([]) }
    return place
  }
}

extension CohortAdherence {
  /// The periods of every row, in order; a relative week reaches from its first day of any patient to
  /// its last.
  public var spans: [PeriodSpan] {
    guard asked.period == .relativeWeek else { return Array(asked) }
    return weeks.values.sorted { $0.number < $1.number }
  }

  /// The rows: the whole cohort first, then its groups by name; in each the total first, then tasks,
  /// task groups and care plans, each in the order of first appearance.
  public var rows: [CohortRow] {
    let named = groups.all.compactMap(\.self).sorted()
    return rows(of: nil, from: Array(groups.all.indices))
      + named.flatMap { name in
        rows(of: name, from: groups.known(name).map { [$0] } ?? [])
      }
  }

  /// The rows of one group, from the patients of some.
  private func rows(of name: String?, from groups: [Int]) -> [CohortRow] {
    let spans = spans
    let ordered = scopes.all.indices.sorted {
      (scopes.all[$0].rank, $0) < (scopes.all[$1].rank, $1)
    }
    return ordered.flatMap { scope in
      let parts = groups.compactMap { cells.known(Cell(group: $0, scope: scope)) }
      guard let first = parts.first else { return [CohortRow]() }
      var whole = members[first]
      for part in parts.dropFirst() { whole.merge(members[part]) }
      return spans.map { span in
        let own = whole.indices.contains(span.number) ? whole[span.number] : Members()
        return CohortRow(group: name, scope: scopes.all[scope], span: span, own)
      }
    }
  }
}

/// Things in the order of first appearance, and their places.
private struct Places<Thing: Hashable & Sendable>: Sendable {
  private(set) var all: [Thing] = []
  private var places: [Thing: Int] = [:]

  mutating func place(of thing: Thing) -> Int {
    if let place = places[thing] { return place }
    places[thing] = all.count
    all.append(thing)
    return all.count - 1
  }

  func known(_ thing: Thing) -> Int? { places[thing] }
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
