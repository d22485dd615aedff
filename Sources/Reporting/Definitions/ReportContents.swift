public import AdherenceAnalytics
public import AdherenceStatistics

/// The tables that a report has, and its page.
///
///     var contents = ReportContents([.adherence, .patients])
///     contents.measures = [.taking, .timing]
///     print(contents.tables.count)  // 2
public struct ReportContents: Hashable, Sendable {
  /// The tables by period and of the whole range, and the page; each costs its own time.
  public var tables: Set<Table>
  /// The rolling windows, each day's end of each a row.
  public var rolling: [RollingWindow] = []
  /// What occurrences are told apart by.
  public var breakdowns: [Breakdown] = []
  /// The measures of each patient's tasks, as columns of the patients' table.
  public var measures = MeasureGroup.usual
  /// What the measures and the statistics of the cohort take for granted.
  public var parameters = MeasureParameters()
  /// The values of parameters that the table of sensitivity compares; `nil` makes no such table.
  public var grid: ParameterGrid?
  /// Whether the EMERGE checklist is written, as `emerge.html` and `emerge.json`.
  public var hasChecklist = false
  /// Which patients have pages beside it; `nil` leaves it to the size of the cohort.
  public var patientPages: PatientPages?

  /// What stands alone.
  public enum Table: String, CaseIterable, Hashable, Sendable, Codable {
    /// Each patient by task and period.
    case adherence
    /// The cohort by group, task and period.
    case cohort
    /// Each patient by task over the whole range, with streaks, dosing days, composites and measures.
    case patients
    /// The statistics of the cohort: curves, intervals, tests, trajectories.
    case statistics
    /// `index.html`: what people look at, with pictures and their data.
    case page
    /// The phases of treatment of the cohort by group, task and period.
    case phases
    /// The values that were recorded, of each patient and of the cohort.
    case values

    /// Those that a report has unless others are named: all but the values, which not every cohort has.
    public static let usual = Set(allCases).subtracting([.values])
  }

  /// Creates the contents of a report that has some tables, by default the usual ones.
  public init(_ tables: Set<Table> = Table.usual) { self.tables = tables }
}

/// A table of a report with the columns that it has there.
struct TableShape: Hashable, Sendable {
  var table: ReportTable
  var columns: [TableColumn]

  var name: String { table.rawValue }
}

extension ReportContents {
  /// The tables that are asked for and to which every patient adds rows.
  var patientTables: [TableShape] {
    [ReportTable.adherence, .patients, .rolling, .breakdown, .values].filter(has)
      .map { TableShape(table: $0, columns: $0.columns(of: measures)) }
  }

  /// Whether a table to which every patient adds rows is asked for.
  func has(_ table: ReportTable) -> Bool {
    switch table {
    case .adherence: tables.contains(.adherence)
    case .patients: tables.contains(.patients)
    case .rolling: !rolling.isEmpty
    case .breakdown: !breakdowns.isEmpty
    case .values: tables.contains(.values)
    case .phases: tables.contains(.phases)
    case .cohort, .cohortValues, .sensitivity, .events, .due, .occurrences, .measures: false
    }
  }

  /// Whether single occurrences are looked at.
  var readsEvaluations: Bool { has(.breakdown) || has(.values) }

  /// Whether statistics of the whole cohort are asked for.
  var hasStatistics: Bool { tables.contains(.statistics) }

  /// Whether there is a page.
  var hasPage: Bool { tables.contains(.page) }

  /// Whether patients are collected for statistics, which the page shows too.
  var collectsCohort: Bool { hasStatistics || hasPage }

  /// The combinations of parameters that are compared; `nil` without a grid.
  var sensitivity: SensitivityPlan? { grid.map { SensitivityPlan($0, parameters) } }

  /// What the cohort's statistics take for granted; those that the page alone asks for draw no resamples.
  var cohortParameters: MeasureParameters {
    var parameters = parameters
    if !hasStatistics { parameters.resamples = 0 }
    return parameters
  }

  /// What computes each patient's measures: those that have columns, and what the statistics and the page
  /// need; `nil` where nobody looks at any.
  var measureEvaluator: MeasureEvaluator? {
    var groups = tables.contains(.patients) ? measures : []
    if hasPage { groups.formUnion(MeasureGroup.ofPages) }
    if let sensitivity { groups.formUnion(sensitivity.groups) }
    if has(.phases) { groups.insert(.phases) }
    guard collectsCohort || !groups.isEmpty else { return nil }
    return MeasureEvaluator(parameters, groups: groups, forCohort: collectsCohort)
  }
}
