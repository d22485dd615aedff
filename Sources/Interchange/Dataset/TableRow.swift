import AdherenceAnalytics
import Scheduling

/// The columns that a table may and must have.
struct TableColumns {
  var known: [String]
  var required: [String]

  /// Where the known columns stand in a file.
  func places(in header: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: header.enumerated().map { ($1, $0) })
  }
}

/// A row of a table whose fields go by their columns' names.
struct TableRow {
  private let record: CSVRecord
  private let places: [String: Int]

  init(_ record: CSVRecord, _ places: [String: Int]) {
    self.record = record
    self.places = places
  }

  /// The line on which the row starts.
  var line: Int { record.line }

  /// The field of a column; `nil` where it is empty or the file has no such column.
  subscript(column: String) -> String? {
    guard let place = places[column], !record[place].isEmpty else { return nil }
    return record[place]
  }

  /// The field of a column that must not be empty.
  func require(_ column: String) throws(InputError) -> String {
    guard let text = self[column] else { throw InputError(.missing, field: column) }
    return text
  }

  /// The field of a column as a value.
  func value<Value: LosslessStringConvertible>(_ column: String, _ expected: InputError.Expected)
    throws(InputError) -> Value?
  {
    guard let text = self[column] else { return nil }
    guard let value = Value(text) else {
      throw InputError(.malformed(text: text, expected), field: column)
    }
    return value
  }
}

extension Outcome {
  /// Reads a row of `outcomes.csv`; local times mean the patient's zone.
  init(_ row: TableRow, task: String, in zone: Zone) throws(InputError) {
    let key = try OccurrenceKey(element: row["element"], nominal: row["nominal"], path: { $0 })
    let time: Moment? = try row.value("time", .moment)
    if key == nil, time == nil { throw InputError(.missing, field: "time") }
    self.init(task: task, key: key, time: time?.instant(in: zone))
    if let cell = row["value"] {
      values = [
        OutcomeValue(
          try OutcomeValue.Content(cell: cell), units: row["units"], kind: row["kind"])
      ]
    }
    if let text = row["status"] {
      guard let status = Outcome.Status(rawValue: text) else {
        throw InputError(
          .notOneOf(text: text, allowed: Outcome.Status.allCases.map(\.rawValue)), field: "status")
      }
      self.status = status
    }
  }
}

extension Hold {
  /// Reads a row of `holds.csv`.
  init(_ row: TableRow) throws(InputError) {
    try Hold.checkMode(row["mode"], field: "mode")
    guard let from: Moment = try row.value("from", .moment) else {
      throw InputError(.missing, field: "from")
    }
    self.init(
      task: row["task"], from: from, to: try row.value("to", .moment), reason: row["reason"])
    try checkOrder(field: "to")
  }
}
