import Foundation
import Scheduling

/// A table that another program made, read row by row by the names of its columns.
///
/// A column goes by its name, or by its number from 1 where no header names it.
final class ForeignTable {
  /// The file, as the caller named it.
  let source: String
  /// The detected dialect.
  let dialect: CSVDialect
  /// The columns, without the white space around their names.
  let columns: [String]
  private let reader: CSVReader
  private let form: TableForm

  /// Opens a table from its beginning, and detects its dialect.
  init(_ input: TableInput, _ form: TableForm) throws(InputError) {
    let (sample, bytes) = try input.open().peeking(ForeignTable.sampleSize)
    dialect = CSVDialect(sample: sample, form)
    reader = try CSVReader(bytes, dialect, limit: 1 << 20, repairs: true)
    source = input.name
    columns = reader.columns.map { TableForm.trimmed($0) }
    var form = form
    form.hasDecimalComma = form.hasDecimalComma ?? dialect.hasDecimalComma
    self.form = form
  }

  /// The number of bytes that are looked at to detect a dialect.
  private static let sampleSize = 1 << 16

  /// The place of a column that a parameter names.
  ///
  /// - Throws: `InputError` where there is none, or several; it lists those that there are.
  func place(of column: String, as parameter: String) throws(InputError) -> Int {
    let index = ColumnIndex(source: source, names: columns, hasNumbers: dialect.columnCount == nil)
    return try index.place(of: column, as: parameter)
  }

  /// The next row or its error; `nil` after the last row.
  func next() -> Result<CSVRecord, InputError>? { reader.next() }

  /// The rows so far that were split at delimiters alone, since their quotes do not pair.
  var repairedQuotes: Int { reader.repairedQuotes }
}

// Fields.
extension ForeignTable {
  /// The content of a field; `nil` where it is empty, lacks, or has a word for nothing.
  func text(_ row: CSVRecord, _ place: Int?) -> String? {
    guard let place, place < row.fields.count else { return nil }
    return TableForm.content(of: row[place])
  }

  /// The date and time in a column.
  func written(_ row: CSVRecord, _ place: Int) throws(InputError) -> WrittenMoment? {
    guard let text = text(row, place) else { return nil }
    do throws(InputError) {
      return try form.times.readWritten(text)
    } catch { throw error.of(columns[place]) }
  }

  /// The format of the dates and times, which all columns share.
  func times(of place: Int) -> MomentFormat { form.times }

  /// The text of a number, with a point in front of its decimals and without a unit.
  func number(_ text: String) -> String { form.number(text) }

  /// A digest of all fields of a row, by which rows that are the same are found; never 0.
  ///
  /// Safe: the lower bits of the checksum are as good as all of them.
  func digest(_ row: CSVRecord) -> UInt32 { UInt32(truncatingIfNeeded: row.digest >> 16) | 1 }
}

extension TableForm {
  /// The text of a number, with a point in front of its decimals and without a unit.
  package func number(_ text: String) -> String {
    let mark = hasDecimalComma == true ? UInt8.comma : UInt8(ascii: ".")
    guard let number = CellNumber(text)?.value(decimal: mark) else { return text }
    return "\(number)"
  }

  /// The content of a field without the white space around it; `nil` where it is empty or has a word for
  /// nothing.
  package static func content(of field: String) -> String? {
    let text = trimmed(field)
    return text.utf8.count <= 4 && absent.contains(text) ? nil : text
  }

  /// Most fields have no white space around them, which their ends show.
  static func trimmed(_ field: String) -> String {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { 0x21...0x7E ~= $0 } ?? true }
    let hasPlainEnds = isPlain(field.utf8.first) && isPlain(field.utf8.last)
    return hasPlainEnds ? field : field.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What pandas, R, databases and spreadsheets write where nothing is known, in four letters at most.
  static let absent: Set<String> = [
    "", "NA", "N/A", "#N/A", "NaN", "nan", "NaT", "NULL", "null", "None", "<NA>", "\\N", "-",
    ".",
  ]
}

extension InputError {
  /// The same error of a column.
  func of(_ column: String) -> InputError {
    var error = self
    error.field = column
    return error
  }
}
