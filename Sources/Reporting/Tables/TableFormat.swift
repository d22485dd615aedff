/// How tables are written: the same columns in every format.
public enum TableFormat: String, CaseIterable, Sendable {
  /// RFC 4180 with a header.
  case csv
  /// One JSON object a line.
  case ndjson
  /// One JSON array of objects.
  case json
}
