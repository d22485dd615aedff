import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The partial results of some patients; partial results merge to the same value in any order and
/// grouping.
struct PartialCohort: Sendable, Codable {
  /// By the query's periods.
  var cohort: CohortAdherence
  /// The data for cohort statistics, if requested.
  var collection: CohortCollection?
  /// The recorded values, if requested.
  var values: CohortValues?
  /// The results by parameter combination, if there is a grid.
  var sensitivity: SensitivityCollection?
  /// The phases of treatment by period, if requested.
  var phases: CohortTallies<PeriodPhaseTally>?
  /// The flags, if requested.
  var flags: FlagCollection?
  /// The data for the page, if requested.
  var page: PageCollection?
  /// The amounts converted to the units of targets; `nil` if there are none.
  var converted: [ConvertedAmounts]?
  /// The titles of the tasks, collected for the page.
  var titles = TaskTitles()
  /// The number of patients.
  var patients = 0
  /// The problems of the patients.
  var problems = ProblemLog()
  /// The numbers of records read and rejected.
  var counts = RecordCounts()
  /// The patients' zones.
  var zones: Set<String> = []
  /// The names of events in the patients' schedules and records.
  var eventNames = EventNames()

  /// Creates an empty part.
  init(_ query: AdherenceQuery, _ contents: ReportContents) {
    cohort = CohortAdherence(
      spans: query.spans, numerator: query.numerator, threshold: contents.parameters.threshold)
    if contents.collectsCohort { collection = CohortCollection(contents.parameters) }
    if contents.has(.values) { values = CohortValues() }
    if contents.grid != nil { sensitivity = SensitivityCollection() }
    if contents.has(.phases) { phases = CohortTallies() }
    if contents.collectsFlags { flags = FlagCollection() }
    if contents.hasPage { page = PageCollection(query) }
  }

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
    eventNames.add(entry.record)
    for zone in entry.record.patients.lazy.map(\.zone.id) where !zones.contains(zone) {
      zones.insert(zone)
    }
  }

  /// Adds the recorded values of a patient.
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

  /// Adds a patient's results by parameter combination.
  mutating func add(
    _ figures: [TaskFigures], of patient: PatientAdherence, _ grouping: CohortGrouping
  ) {
    let groups = grouping.groups(of: patient.patient)
    for own in figures { sensitivity?.add(own.figures, of: own.task, to: groups) }
  }

  /// Adds the phases of a patient's tasks by period, to the groups of the patient version in force at the end of each.
  mutating func add(
    _ phases: [TaskPhases], of patient: PatientAdherence, _ grouping: CohortGrouping
  ) {
    let (first, last) = (patient.spans.first?.number ?? 0, grouping.groups(of: patient.patient))
    let versions =
      patient.hasVersions
      ? patient.spans.indices.map { grouping.groups(of: patient.patient(at: $0)) } : []
    for own in phases {
      self.phases?.add(own.periods, to: .init(task: own.task, group: nil))
      for group in versions.isEmpty ? last : Set(versions.joined()).sorted() {
        let periods =
          versions.isEmpty
          ? own.periods : own.periods.filter { versions[$0.period - first].contains(group) }
        self.phases?.add(periods, to: .init(task: own.task, group: group))
      }
    }
  }

  /// Adds the numbers of converted amounts.
  mutating func add(_ conversions: [ConvertedUnits: Int]) {
    if conversions.isEmpty { return }
    var counts = Dictionary(uniqueKeysWithValues: (converted ?? []).map { ($0.units, $0.values) })
    counts.merge(conversions, uniquingKeysWith: +)
    converted = counts.sorted { $0.key < $1.key }.map {
      ConvertedAmounts(units: $0.key, values: $0.value)
    }
  }

  /// Merges another part.
  mutating func merge(_ other: PartialCohort) {
    cohort.merge(other.cohort)
    if let theirs = other.collection { collection?.merge(theirs) }
    if let theirs = other.values { values?.merge(theirs) }
    if let theirs = other.sensitivity { sensitivity?.merge(theirs) }
    if let theirs = other.phases { phases?.merge(theirs) }
    if let theirs = other.flags { flags?.merge(theirs) }
    if let theirs = other.converted {
      add(Dictionary(theirs.map { ($0.units, $0.values) }, uniquingKeysWith: +))
    }
    if let theirs = other.page { page?.merge(theirs) }
    titles.merge(other.titles)
    patients += other.patients
    problems.merge(other.problems)
    counts.merge(other.counts)
    zones.formUnion(other.zones)
    eventNames.merge(other.eventNames)
  }
}

/// The number of amounts converted from one unit to another.
struct ConvertedAmounts: Hashable, Sendable, Codable {
  var units: ConvertedUnits
  var values: Int
}

/// The titles of a cohort's tasks.
///
/// Pages show titles, tables join by ids. A task whose title differs between patients is called by its id.
struct TaskTitles: Hashable, Sendable, Codable {
  /// The title of each task; `nil` if it differs.
  private var titles: [String: String?] = [:]

  mutating func add(_ tasks: [CareTask]) {
    for task in tasks { add(task.title ?? task.id, of: task.id) }
  }

  mutating func merge(_ other: TaskTitles) {
    for (task, title) in other.titles { add(title, of: task) }
  }

  /// Adds a title of a task; `nil` if it is known to differ.
  mutating func add(_ title: String?, of task: String) {
    if let known = titles[task], known != title {
      titles[task] = .some(nil)
    } else {
      titles[task] = .some(title)
    }
  }

  /// Returns the title of a task, or its id.
  subscript(task: String) -> String { (titles[task] ?? nil) ?? task }
}
