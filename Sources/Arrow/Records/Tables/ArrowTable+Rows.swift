import Interchange
import Scheduling

extension ArrowTable {
  /// The row with a number from 0 as texts, as the line of a file has them.
  ///
  /// - Throws: `InputError` that says which field of which row cannot be read.
  func record(_ row: Int) throws(InputError) -> CSVRecord {
    let (batch, place) = position(of: row)
    var fields: [String] = []
    fields.reserveCapacity(columns.count)
    for column in columns.indices {
      fields.append(try text(batches[batch].columns[column], place, column, row) ?? "")
    }
    return CSVRecord(line: row + 1, fields: fields)
  }

  /// The value of one column in a row; `nil` of a null.
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

  /// A row whose fields go by their columns' names.
  func tableRow(_ row: Int, _ header: TableHeader) throws(InputError) -> TableRow {
    try TableRow(try dated(row), header)
  }

  /// The row as texts, with dates where midnights mean them.
  func dated(_ row: Int) throws(InputError) -> CSVRecord {
    var record = try record(row)
    for place in midnights { record.fields[place] = ArrowTable.date(record.fields[place]) }
    return record
  }

  /// Many programs have no dates but midnights.
  static func date(_ text: String) -> String {
    text.hasSuffix("T00:00:00") ? String(text.dropLast(9)) : text
  }
}
