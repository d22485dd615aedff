/// Where a row stands: its table, and its key there.
struct RowPlace {
  var table: String
  /// The first part of the key, such as the patient.
  var first: Int64
  /// The second part, such as the position.
  var second: Int64?

  /// How errors call a column of the row, as `holds(17,2).mode`.
  func field(_ column: String) -> String { "\(row).\(column)" }

  /// How errors call the row, as `holds(17,2)`.
  var row: String { "\(table)(\(first)\(second.map { ",\($0)" } ?? ""))" }
}
