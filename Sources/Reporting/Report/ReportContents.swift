public import AdherenceAnalytics

/// The tables that a report has.
public struct ReportContents: Hashable, Sendable {
  /// The tables by period and of the whole range; each costs its own time.
  public var tables: Set<Table>
  /// The rolling windows, each day's end of each a row.
  public var rolling: [RollingWindow] = []
  /// What occurrences are told apart by.
  public var breakdowns: [Breakdown] = []

  /// The tables that stand alone.
  public enum Table: String, CaseIterable, Hashable, Sendable, Codable {
    /// Each patient by task and period.
    case adherence
    /// The cohort by group, task and period.
    case cohort
    /// Each patient by task over the whole range, with streaks, dosing days and composites.
    case patients
  }

  /// Creates the contents of a report that has some tables, by default all of those that stand alone.
  public init(_ tables: Set<Table> = Set(Table.allCases)) { self.tables = tables }
}

/// A table to which every patient adds rows.
enum PatientTableKind: String, CaseIterable {
  case adherence, patients, rolling, breakdown

  var columns: [String] {
    switch self {
    case .adherence: AdherenceTable.columns
    case .patients: PatientTable.columns
    case .rolling: RollingTable.columns
    case .breakdown: BreakdownTable.columns
    }
  }
}

extension ReportContents {
  /// The tables that are asked for and to which every patient adds rows.
  var patientTables: [PatientTableKind] {
    PatientTableKind.allCases.filter { table in
      switch table {
      case .adherence: tables.contains(.adherence)
      case .patients: tables.contains(.patients)
      case .rolling: !rolling.isEmpty
      case .breakdown: !breakdowns.isEmpty
      }
    }
  }
}
