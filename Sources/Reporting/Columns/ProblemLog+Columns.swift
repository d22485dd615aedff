package import Arrow

extension ProblemLog {
  /// The problems, one per row.
  package var table: ColumnTable {
    EndTable("problems", ProblemLog.columns) { entries.forEach($0) }.table
  }

  private static let columns: [Column<Entry>] = [
    .text("source", "the table or file; empty for what has none") { $0.source },
    .integer("line", "lines", "the line or row, from 1") { $0.line > 0 ? $0.line : nil },
    .key("problem", "the error or warning, in words") { $0.text },
  ]
}
