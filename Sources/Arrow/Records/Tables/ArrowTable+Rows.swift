import Diagnostics
import Interchange
import Scheduling

extension ArrowTable {
  /// Returns a row (from 0) as text, like a line of a file.
  ///
  /// - Throws: `InputError` that names the row and field that cannot be converted.
  func record(_ row: Int) throws(InputError) -> CSVRecord {
    let (batch, place) = position(of: row)
    var fields: [String] = []
    fields.reserveCapacity(columns.count)
    for column in columns.indices {
      fields.append(try text(batches[batch].columns[column], place, column, row) ?? "")
    }
    return CSVRecord(line: row + 1, fields: fields)
  }

  /// Returns the value of one column of a row; `nil` for null.
  func text(_ row: Int, column: Int) throws(InputError) -> String? {
    let (batch, place) = position(of: row)
    return try text(batches[batch].columns[column], place, column, row)
  }

  private func text(
    _ values: ArrowColumn, _ place: Int, _ column: Int, _ row: Int
  ) throws(InputError) -> String? {
    do throws(InputError) {
      guard let text = try values.text(place) else { return nil }
      return try InputError.requireFewMarks(text)
    } catch {
      var error = error.at(source: name, line: row + 1)
      error.field = columns[column].name
      throw error
    }
  }

  /// Returns a row with named fields.
  func tableRow(_ row: Int, _ header: TableHeader) throws(InputError) -> TableRow {
    try TableRow(try dated(row), header)
  }

  /// Returns a row as text, with dates instead of midnights that represent them.
  func dated(_ row: Int) throws(InputError) -> CSVRecord {
    var record = try record(row)
    for place in midnights { record.fields[place] = ArrowTable.date(record.fields[place]) }
    return record
  }

  /// Returns a midnight as a date, for programs that have no date type.
  static func date(_ text: String) -> String {
    text.hasSuffix("T00:00:00") ? String(text.dropLast(9)) : text
  }
}
