import Scheduling

/// The adherence of many patients: one row per patient group, series and period.
///
/// Patients are added one by one and forgotten: a row keeps the sums, and how many patients have which
/// ratio. Its memory follows the rows and their distinct ratios, and not the patients. Parts of a
/// cohort that were added up apart merge to the same rows to the last digit, in whatever order the
/// patients came.
///
///     let query = AdherenceQuery(monday..<monday.adding(days: 4))
///     var cohort = CohortAdherence(spans: query.spans)
///     for record in [record] { cohort.add(record.adherence(query)) }
///     print(cohort.rows[0].patients, cohort.rows[0].pooled.ratio!)  // 1 0.5
public struct CohortAdherence: Sendable {
  /// What the patients' ratios count.
  public let numerator: Numerator
  /// The share that counts as adherent.
  public let threshold: Share
  let asked: PeriodSpans
  /// The relative weeks that any patient has, by number.
  private(set) var weeks: [Int: PeriodSpan] = [:]
  private(set) var groups = Places<Group>()
  private(set) var scopes = Places<SeriesScope>()
  /// Where each scope appeared first, by its place.
  private(set) var appearances: [Appearance] = []
  /// What of the rows is withheld for small groups; `nil` withholds nothing.
  package var withholding: RowWithholding?
  /// By the place of the group, then by that of the scope; `nil` where no patient has it.
  private(set) var series: [[CohortSeries?]] = []

  /// Patients that are counted together.
  enum Group: Hashable, Sendable {
    /// Those of one group alone, or of none.
    case apart(String?)
    /// Those that are in other groups too, at once or one after the other, and are counted apart as of
    /// none.
    case shared(String)
  }

  /// Where something appeared first: the patient of least id that has it, and its place there.
  struct Appearance: Hashable, Comparable, Sendable {
    var patient: String
    var index: Int

    static func < (a: Appearance, b: Appearance) -> Bool {
      (a.patient, a.index) < (b.patient, b.index)
    }
  }

  /// Creates a cohort without patients.
  ///
  /// - Parameters:
  ///   - spans: The periods that its patients have; of relative weeks each has its own.
  ///   - numerator: What the patients' ratios count.
  ///   - threshold: The share that counts as adherent: 80 %, the field's convention.
  public init(
    spans: PeriodSpans, numerator: Numerator = .done, threshold: Share = Share(4, of: 5)
  ) {
    asked = spans
    self.numerator = numerator
    self.threshold = threshold
  }

  /// Adds a patient, to the whole cohort and, period by period, to the group that the patient is in as
  /// it ends.
  ///
  /// - Precondition: The patient's series have the cohort's periods.
  /// - Complexity: O(*p*) for *p* periods of all its series.
  public mutating func add(_ patient: PatientAdherence) {
    add(patient) { $0.group.map { [$0] } ?? [] }
  }

  /// Adds a patient, to the whole cohort and, period by period, to the groups of the version that is in
  /// force as it ends.
  ///
  /// - Parameters:
  ///   - patient: What was found.
  ///   - names: The different groups of a version, which may be none.
  /// - Precondition: The patient's series have the cohort's periods.
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

  /// Adds a patient to the whole cohort and to groups of the caller's choice.
  ///
  /// A patient of several groups counts in each of them, and once in the whole cohort.
  ///
  /// - Parameters:
  ///   - patient: What was found.
  ///   - names: The different groups, which may be none.
  /// - Precondition: The patient's series have the cohort's periods.
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
    let group = place(of: group)
    let first = patient.spans.first?.number ?? 0
    var index = 0
    for list in [[patient.total], patient.tasks, patient.groups, patient.carePlans] {
      for series in list {
        let scope = place(of: series.scope, patient.patient.id, index)
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
    precondition(answersTheQuestion(of: other), "the parts of a cohort answer one question")
    for span in other.weeks.values { cover(span) }
    let newScopes = zip(other.scopes.all, other.appearances).map { scope, first in
      place(of: scope, first.patient, first.index)
    }
    for (group, others) in zip(other.groups.all, other.series) {
      let group = place(of: group)
      for (scope, other) in zip(newScopes, others) {
        if let other { series[group][scope, default: CohortSeries()].merge(other) }
      }
    }
  }

  /// Whether another cohort has the same periods, numerator and threshold.
  package func answersTheQuestion(of other: CohortAdherence) -> Bool {
    agrees(with: other.asked) && numerator == other.numerator && threshold == other.threshold
  }

  /// Whether periods are those of the cohort; relative weeks begin on each patient's own day.
  private func agrees(with spans: PeriodSpans) -> Bool {
    guard asked.period == .relativeWeek else { return spans == asked }
    return spans.period == .relativeWeek && spans.range == asked.range
  }

  /// Widens the span of a relative week.
  mutating func cover(_ span: PeriodSpan) {
    weeks[span.number] = weeks[span.number]?.joined(with: span) ?? span
  }

  private mutating func place(of group: Group) -> Int {
    let place = groups.place(of: group, near: 0)
    if place == series.count { series.append([]) }
    return place
  }

  private mutating func place(of scope: SeriesScope, _ patient: String, _ index: Int) -> Int {
    let place = scopes.place(of: scope, near: index)
    if place == appearances.count {
      appearances.append(Appearance(patient: patient, index: index))
    } else if patient <= appearances[place].patient {
      appearances[place] = min(
        appearances[place], Appearance(patient: patient, index: index))
    }
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
  /// task groups and care plans, each in the order in which the patient of least id has them.
  ///
  /// Withheld rows are among them, without numbers.
  public var rows: [CohortRow] {
    var rows: [CohortRow] = []
    eachRow { rows.append($0) }
    return rows
  }

  /// The fewest patients that rows disclose; `nil` withholds nothing.
  package var smallestGroup: Int? { withholding?.smallestGroup }

  /// The rows of one series of a group, or of the whole cohort.
  package func rows(of scope: SeriesScope, group: String? = nil) -> [CohortRow] {
    var rows: [CohortRow] = []
    if let place = scopes.all.firstIndex(of: scope) {
      eachRow(of: place, in: group) { rows.append($0) }
    }
    return rows
  }

  /// Calls a closure with each row in order: there may be more rows than fit into memory.
  package func eachRow(_ body: (CohortRow) -> Void) {
    let ordered = scopes.all.indices.sorted {
      (scopes.all[$0].rank, appearances[$0]) < (scopes.all[$1].rank, appearances[$1])
    }
    for group in [nil] + Set(groups.all.compactMap(\.name)).sorted() {
      for scope in ordered { eachRow(of: scope, in: group, body) }
    }
  }

  /// The same over the whole range, with all periods as one.
  ///
  /// Where relative weeks leave out the days before a patient's start, so does this.
  package var merged: CohortAdherence {
    var merged = self
    merged.series = series.map { $0.map { $0?.merged } }
    return CohortAdherence(whole: merged)
  }

  /// Takes what was written of a part, whose lists fit to each other.
  mutating func take(
    _ groups: [Group], _ scopes: [(SeriesScope, Appearance)], _ series: [[CohortSeries?]]
  ) {
    let places = scopes.map { place(of: $0, $1.patient, $1.index) }
    for (group, parts) in zip(groups, series) {
      let group = place(of: group)
      for (scope, part) in zip(places, parts) {
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

  /// Looks at the rows of the series at a place, of a group or of the whole cohort.
  private func eachRow(of scope: Int, in name: String?, _ body: (CohortRow) -> Void) {
    let parts = zip(groups.all, series).compactMap { group, series in
      (name == nil ? group.isApart : group.name == name) && scope < series.count
        ? series[scope] : nil
    }
    guard var whole = parts.first else { return }
    for part in parts.dropFirst() { whole.merge(part) }
    for span in spans {
      let row = CohortRow(
        group: name, scope: scopes.all[scope], span: span,
        whole.members(of: span.number) ?? Members())
      body(withholding?.applied(to: row, isOfWholeRange: asked.period == .all) ?? row)
    }
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
  /// The series at a place, to which the list grows.
  fileprivate subscript(place: Int, default series: @autoclosure () -> CohortSeries) -> CohortSeries
  {
    get { place < count ? self[place] ?? series() : series() }
    _modify {
      if place >= count { self += repeatElement(nil, count: place + 1 - count) }
      // Taken out, so that it is changed in place.
      var own = self[place].take() ?? series()
      defer { self[place] = own }
      yield &own
    }
  }
}

/// Things and their places, which never change.
struct Places<Thing: Hashable & Sendable>: Sendable {
  private(set) var all: [Thing] = []
  private var places: [Thing: Int] = [:]

  /// The place of a thing, a new one where it has none; it is likely to be at the guess, as patients
  /// mostly have the same series.
  mutating func place(of thing: Thing, near guess: Int) -> Int {
    if guess < all.count, all[guess] == thing { return guess }
    if let place = places[thing] { return place }
    places[thing] = all.count
    all.append(thing)
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
