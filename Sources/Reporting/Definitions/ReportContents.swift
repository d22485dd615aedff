public import AdherenceAnalytics
public import AdherenceStatistics

/// The tables that a report has, and its page.
///
///     var contents = ReportContents([.adherence, .patients])
///     contents.measures = [.taking, .timing]
///     print(contents.tables.count)  // 2
public struct ReportContents: Hashable, Sendable {
  /// The tables by period and of the whole range, and the page; each adds to the run time.
  public var tables: Set<Table>
  /// Whether the table ``Table/adherence`` also has rows for periods in which nothing was planned or
  /// recorded.
  public var hasEmptyPeriods = false
  /// Whether tables have rows of totals besides those of each task and group, told by the column `level`.
  ///
  /// Without them, tables of the cohort lack patients without a group, if others have one.
  public var hasTotals = true
  /// The columns of tables with rows for each patient, beside those that identify a row; `nil` for all.
  ///
  /// Measures without any of these columns are not computed.
  public var columns: [String]?
  /// The rolling windows; each day is one row per window.
  public var rolling: [RollingWindow] = []
  /// The breakdowns of occurrences.
  public var breakdowns: [Breakdown] = []
  /// The measures of each patient's tasks, as columns of the patients' table.
  public var measures = MeasureGroup.usual
  /// The parameters of measures and of cohort statistics.
  public var parameters = MeasureParameters()
  /// The parameter values compared in the sensitivity table; `nil` for no such table.
  public var grid: ParameterGrid?
  /// Whether to write the EMERGE checklist, as `emerge.html` and `emerge.json`.
  public var hasChecklist = false
  /// The id of the task whose flags rank first and whose phases the page shows; `nil` to choose medications and
  /// frequent tasks, and the task with the most due.
  public var mainTask: String?
  /// The patients with pages of their own; `nil` for the default by cohort size.
  public var patientPages: PatientPages?
  /// The files with the data of the pages' charts.
  public var pageData = PageData.none

  /// A table without options of its own, or the page.
  public enum Table: String, CaseIterable, Hashable, Sendable, Codable {
    /// Each patient by task and period.
    case adherence
    /// The cohort by group, task and period.
    case cohort
    /// Each patient by task over the whole range, with streaks, dosing days, composites and measures.
    case patients
    /// The statistics of the cohort: curves, intervals, tests, trajectories.
    case statistics
    /// `index.html`: the page with charts.
    case page
    /// The phases of treatment of the cohort by group, task and period.
    case phases
    /// The recorded values, by patient and for the cohort.
    case values
    /// The patients' tasks that are paused, stopped, never started or declining.
    case flags

    /// The default contents: all except ``values``.
    public static let usual = Set(allCases).subtracting([.values])
  }

  /// Creates the contents of a report with the given tables.
  public init(_ tables: Set<Table> = Table.usual) { self.tables = tables }
}

/// A table with its columns in this report.
struct TableShape: Hashable, Sendable {
  var table: ReportTable
  var columns: [TableColumn]

  var name: String { table.rawValue }
}

extension ReportContents {
  /// The requested tables with rows for each patient.
  var patientTables: [TableShape] {
    ReportTable.ofPatients.filter(has).map { table in
      let columns = table.columns(of: shownMeasures).filter { shows($0.name, of: table) }
      return TableShape(table: table, columns: columns)
    }
  }

  /// Returns whether a per-patient table is requested.
  func has(_ table: ReportTable) -> Bool {
    switch table {
    case .adherence: tables.contains(.adherence)
    case .patients: tables.contains(.patients)
    case .rolling: !rolling.isEmpty
    case .breakdown: !breakdowns.isEmpty
    case .values: tables.contains(.values)
    case .phases: tables.contains(.phases)
    case .flags: tables.contains(.flags)
    case .cohort, .cohortValues, .sensitivity, .events, .due, .occurrences, .measures: false
    }
  }

  /// Whether single occurrences must be evaluated.
  var readsEvaluations: Bool { has(.breakdown) || has(.values) }

  var hasStatistics: Bool { tables.contains(.statistics) }

  var hasPage: Bool { tables.contains(.page) }

  /// Whether flags are collected: for their table, or for the page.
  package var collectsFlags: Bool { has(.flags) || hasPage }

  /// Whether patients are collected for statistics, which the page also shows.
  var collectsCohort: Bool { hasStatistics || hasPage }

  /// The parameter combinations to compare; `nil` without a grid.
  var sensitivity: SensitivityPlan? { grid.map { SensitivityPlan($0, parameters) } }

  /// The parameters of cohort statistics; without bootstrap resamples if only the page needs them.
  var cohortParameters: MeasureParameters {
    var parameters = parameters
    if !hasStatistics { parameters.resamples = 0 }
    return parameters
  }

  /// The evaluator of per-patient measures: those with columns, and those that statistics and page
  /// require; `nil` if there are none.
  var measureEvaluator: MeasureEvaluator? {
    var groups = tables.contains(.patients) ? shownMeasures : []
    if hasPage { groups.formUnion(MeasureGroup.ofPages) }
    if has(.flags) { groups.formUnion(MeasureGroup.ofFlags) }
    if let sensitivity { groups.formUnion(sensitivity.groups) }
    if has(.phases) { groups.insert(.phases) }
    guard collectsCohort || !groups.isEmpty else { return nil }
    return MeasureEvaluator(parameters, groups: groups, forCohort: collectsCohort)
  }
}

/// The evaluation and output required for each patient.
struct ReportTask: Sendable {
  var query: AdherenceQuery
  var contents: ReportContents
  /// The encoding of rows; `nil` to write none.
  var encoding: RowEncoding?
  /// Whether blocks record the size of each patient's rows.
  var measuresPatients = false
  var options: ReportOptions
  /// The patients with pages, if there is a page of the cohort.
  var patientPages = PatientPages.none

  init(
    _ query: AdherenceQuery, _ contents: ReportContents = ReportContents([]),
    _ encoding: RowEncoding? = nil, options: ReportOptions
  ) {
    self.query = query
    self.contents = contents
    self.encoding = encoding
    self.options = options
  }
}

extension ReportTask {
  /// Returns the query sent to a store.
  func query(of patients: PatientQuery) -> CareQuery {
    var query = CareQuery(
      patients: patients, kinds: [.task, .outcome, .hold, .carePlan, .contact, .namedEvent])
    query.partition = options.partition
    return query
  }

  /// Returns whether a patient is in the report: known at its moment and selected.
  func takes(_ record: CareRecord) -> Bool {
    record.isKnown(at: query.asKnownAt) && options.filter?.passes(record, query) != false
  }
}
