import AdherenceStatistics
package import Diagnostics

// The rows and columns of the tables with rows for each patient.
extension ReportContents {
  /// Throws if an option is of a table that is not requested, or a column is in none of them.
  package func check() throws(InputError) {
    if hasEmptyPeriods, !has(.adherence) {
      throw InputError(.conflict(with: "tables"), parameter: "empty-periods")
    }
    guard let columns else { return }
    let tables = ReportTable.ofPatients.filter(has)
    if tables.isEmpty { throw InputError(.conflict(with: "tables"), parameter: "columns") }
    let known = tables.flatMap { $0.columns.map(\.name) }
    guard let unknown = columns.first(where: { !known.contains($0) }) else { return }
    let names = tables.map(\.rawValue).joined(separator: ", ")
    let cure = Spelling.suggestion(unknown, in: known) + "regimen columns lists them"
    throw InputError(
      .outOfRange(text: unknown, rule: "name columns of \(names) (\(cure))"), parameter: "columns")
  }

  /// Returns whether a table with rows for each patient has a column.
  func shows(_ column: String, of table: ReportTable) -> Bool {
    columns?.contains(column) ?? true || keys(of: table).contains(column)
  }

  /// The columns that identify a row of a table with rows for each patient.
  func keys(of table: ReportTable) -> Set<String> {
    hasTotals ? table.keys : table.keys.subtracting(ReportTable.keysOfTotals)
  }

  /// The groups of measures with a column in the patients' table.
  var shownMeasures: Set<MeasureGroup> {
    guard let columns else { return measures }
    let named = MeasureGroup.allCases.filter { group in
      PatientTable.names(of: group).contains(where: columns.contains)
    }
    return Set(named).union(columns.contains(PatientTable.missingName) ? measures : [])
  }
}

extension ReportTable {
  /// The tables with rows for each patient, in the order in which they are written.
  static let ofPatients: [ReportTable] = [.adherence, .patients, .rolling, .breakdown, .values]

  /// The columns that tell rows of totals from others.
  static let keysOfTotals: Set<String> = ["level", "taskGroup", "carePlan", "value"]

  /// The columns that identify a row of a table with rows for each patient and of totals.
  var keys: Set<String> {
    switch self {
    case .adherence:
      ["patient", "level", "task", "period", "periodStart", "taskGroup", "carePlan"]
    case .patients: ["patient", "level", "task"]
    case .rolling: ReportTable.adherence.keys.union(["rolling"])
    case .breakdown: ["patient", "level", "task", "breakdown", "name"]
    case .values:
      [
        "patient", "level", "task", "element", "kind", "units", "type", "value", "period",
        "periodStart",
      ]
    case .cohort, .phases, .flags, .cohortValues, .sensitivity, .events, .due, .occurrences,
      .measures:
      []
    }
  }
}
