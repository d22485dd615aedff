import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// What some patients come to: parts of a cohort that merge to the same in any order and grouping.
struct CohortPart: Sendable, Codable {
  /// By the query's periods.
  var cohort: CohortAdherence
  /// What statistics of the cohort need, where they are asked for.
  var collection: CohortCollection?
  /// What was recorded, where it is asked for.
  var values: CohortValues?
  /// What patients come to by each combination of the grid, where there is one.
  var sensitivity: SensitivityCollection?
  /// The phases of treatment by period, where a table has them.
  var phases: CohortTallies<PeriodPhaseTally>?
  /// What the page needs, where it is asked for.
  var page: PageCollection?
  /// The amounts that were converted to the units of targets; `nil` where none was.
  var converted: [ConvertedAmounts]?
  /// How many patients there are.
  var patients = 0
  /// What is wrong or doubtful with the patients.
  var problems = ProblemLog()
  /// How much was read of the patients and how much set aside.
  var counts = RecordCounts()
  /// The patients' zones.
  var zones: Set<String> = []

  /// Creates the part of no patients.
  init(_ query: AdherenceQuery, _ contents: ReportContents) {
    cohort = CohortAdherence(
      spans: query.spans, numerator: query.numerator, threshold: contents.parameters.threshold)
    if contents.collectsCohort { collection = CohortCollection(contents.parameters) }
    if contents.has(.values) { values = CohortValues() }
    if contents.grid != nil { sensitivity = SensitivityCollection() }
    if contents.has(.phases) { phases = CohortTallies() }
    if contents.hasPage { page = PageCollection(query) }
  }

  /// Adds a patient.
  mutating func add(
    _ entry: CohortEntry, _ patient: PatientAdherence, _ measures: PatientMeasures?,
    _ grouping: CohortGrouping
  ) {
    if let measures {
      collection?.add(measures, to: grouping.groups(of: patient.patient))
    }
    cohort.add(patient, groupedBy: grouping.groups)
    patients += 1
    problems.add(entry.problems)
    problems.add(patient.problems)
    counts.merge(entry.counts)
    for zone in entry.record.patients.lazy.map(\.zone.id) where !zones.contains(zone) {
      zones.insert(zone)
    }
  }

  /// Adds what a patient has recorded.
  mutating func add(
    _ values: [PeriodValues], of patient: PatientAdherence, _ grouping: CohortGrouping
  ) {
    let groups = grouping.groups(of: patient.patient)
    for values in values {
      self.values?.add(
        values.periods, of: values.series.scope, over: patient.spans,
        target: values.series.band, groups: groups)
    }
  }

  /// Adds what a patient's tasks come to by each combination of the grid.
  mutating func add(
    _ figures: [TaskFigures], of patient: PatientAdherence, _ grouping: CohortGrouping
  ) {
    let groups = grouping.groups(of: patient.patient)
    for own in figures { sensitivity?.add(own.figures, of: own.task, to: groups) }
  }

  /// Adds the phases of a patient's tasks by period, to the groups of the version that is in force as each ends.
  mutating func add(
    _ phases: [TaskPhases], of patient: PatientAdherence, _ grouping: CohortGrouping
  ) {
    let first = patient.spans.first?.number ?? 0
    for own in phases {
      self.phases?.add(own.periods, of: own.task) {
        grouping.groups(of: patient.patient(at: $0 - first))
      }
    }
  }

  /// Adds amounts that were converted.
  mutating func add(_ conversions: [ConvertedUnits: Int]) {
    if conversions.isEmpty { return }
    var counts = Dictionary(uniqueKeysWithValues: (converted ?? []).map { ($0.units, $0.values) })
    counts.merge(conversions, uniquingKeysWith: +)
    converted = counts.sorted { $0.key < $1.key }.map {
      ConvertedAmounts(units: $0.key, values: $0.value)
    }
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: CohortPart) {
    cohort.merge(other.cohort)
    if let theirs = other.collection { collection?.merge(theirs) }
    if let theirs = other.values { values?.merge(theirs) }
    if let theirs = other.sensitivity { sensitivity?.merge(theirs) }
    if let theirs = other.phases { phases?.merge(theirs) }
    if let theirs = other.converted {
      add(Dictionary(theirs.map { ($0.units, $0.values) }, uniquingKeysWith: +))
    }
    if let theirs = other.page { page?.merge(theirs) }
    patients += other.patients
    problems.merge(other.problems)
    counts.merge(other.counts)
    zones.formUnion(other.zones)
  }
}

/// How many amounts were converted from one unit to another.
struct ConvertedAmounts: Hashable, Sendable, Codable {
  var units: ConvertedUnits
  var values: Int
}
