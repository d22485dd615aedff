/// The text format of tables: the columns are the same in every format.
public enum TableFormat: String, CaseIterable, Sendable {
  /// CSV according to RFC 4180, with a header.
  case csv
  /// Newline-delimited JSON: one object per line.
  case ndjson
  /// A JSON array of objects.
  case json
}
