import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling

/// The rows on columns exchanged with other programs by scripts.
struct ColumnRows {
  private static let patients = 20_000

  /// From Parquet to Parquet: the weeks of a cohort.
  static func parquet() throws -> Row {
    try row("parquet-weekly", "a cohort's weeks, from Parquet to Parquet") { $0.recorded.answer }
  }

  /// Importing outcomes.
  static func rowsIn() throws -> Row {
    try row("columns-in", "outcomes handed over as columns") {
      Answer(count: $0.recorded.answer.count, checksum: "")
    }
  }

  /// Exporting adherence: per patient a row per week for each of three tasks, and for all of them.
  static func rowsOut() throws -> Row {
    try row("columns-out", "rows of adherence handed out as columns") {
      Answer(count: $0.patients * 4 * 56, checksum: "")
    }
  }

  private static func row(
    _ name: String, _ what: String, _ answer: (KeyedCohort) -> Answer
  ) throws -> Row {
    let cohort = try KeyedCohort(patients: patients)
    let folder = try cohort.columns()
    let writer = try DatasetWriter(folder.appending(path: "dataset").path)
    for var record in cohort.records {
      record.outcomes.removeAll()
      try writer.write(record)
    }
    try writer.finish()
    let expected = answer(cohort)
    return Row(
      name: name, what: "\(what), \(patients) patients", per: .outcome, units: expected.count,
      expected: expected, systems: [], data: folder)
  }

  /// W1 a thousand times.
  static var occurrences: Row {
    Row(
      name: "W1-columns", what: "W1 a thousand times, as columns", per: .occurrence,
      units: 36_525_000, expected: Answer(count: 36_525_000, checksum: ""), systems: [])
  }
}
