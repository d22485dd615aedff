import Diagnostics
import Foundation
import ScheduleFormats
import Scheduling

/// A text table of another program, read row by row.
///
/// A column is identified by its name, or by its number from 1 if the table has no header.
final class ForeignTable {
  /// The file as the caller named it.
  let source: String
  /// The detected dialect.
  let dialect: CSVDialect
  /// The trimmed names of the columns.
  let columns: [String]
  private let reader: CSVReader
  private let form: TableForm
  /// Whether the names of the columns are words that a row of data cannot have.
  private let skipsHeaders: Bool

  /// Opens a table and detects its dialect.
  init(_ input: TableInput, _ form: TableForm) throws(InputError) {
    let (sample, bytes) = try input.open().peeking(ForeignTable.sampleSize)
    dialect = CSVDialect(sample: sample, form)
    reader = try CSVReader(bytes, dialect, limit: 1 << 20, repairs: true)
    source = input.name
    columns = reader.columns.map { TableForm.trimmed($0) }
    // The name of the times among several words is not a value of theirs.
    skipsHeaders =
      dialect.columnCount == nil && columns.count > 1
      && !columns.contains { CSVDialect.isDatum($0) }
    var form = form
    form.hasDecimalComma = form.hasDecimalComma ?? dialect.hasDecimalComma
    self.form = form
  }

  /// The number of bytes from which the dialect is detected.
  private static let sampleSize = 1 << 16

  /// Returns the index of the column that a parameter names.
  ///
  /// - Throws: `InputError` with the existing columns if there is no such column or several.
  func place(of column: String, as parameter: String) throws(InputError) -> Int {
    let index = ColumnIndex(source: source, names: columns, hasNumbers: dialect.columnCount == nil)
    return try index.place(of: column, as: parameter)
  }

  /// Returns the next row or its error; `nil` after the last row.
  ///
  /// A row equal to the header, as in joined files, is skipped, unless it may have data.
  func next() -> Result<CSVRecord, InputError>? {
    while let next = reader.next() {
      if skipsHeaders, case .success(let row) = next, row.fields == reader.columns { continue }
      return next
    }
    return nil
  }

  /// The number of rows with unbalanced quotes, which were split at delimiters only.
  var repairedQuotes: Int { reader.repairedQuotes }
}

// Fields.
extension ForeignTable {
  /// Returns the value of a field; `nil` if it is empty, missing, or a placeholder for a missing
  /// value.
  func text(_ row: CSVRecord, _ place: Int?) -> String? {
    guard let place, place < row.fields.count else { return nil }
    return TableForm.content(of: row[place])
  }

  /// Parses the date and time in a column.
  func written(_ row: CSVRecord, _ place: Int) throws(InputError) -> WrittenMoment? {
    guard let text = text(row, place) else { return nil }
    do throws(InputError) {
      return try form.times.readWritten(text)
    } catch { throw error.of(columns[place]) }
  }

  /// Returns the format of dates and times, which all columns share.
  func times(of place: Int) -> MomentFormat { form.times }

  /// Returns a number with a decimal point and without a unit.
  func number(_ text: String) -> String { form.number(text) }

  /// Returns a digest of all fields of a row for finding duplicates; never 0.
  ///
  /// Safe: the lower bits of the checksum are as good as all of them.
  func digest(_ row: CSVRecord) -> UInt32 { UInt32(truncatingIfNeeded: row.digest >> 16) | 1 }
}

extension TableForm {
  /// Returns a number with a decimal point and without a unit.
  package func number(_ text: String) -> String {
    let mark = hasDecimalComma == true ? UInt8.comma : UInt8(ascii: ".")
    guard let number = CellNumber(text)?.value(decimal: mark) else { return text }
    return "\(number)"
  }

  /// Returns the trimmed value of a field; `nil` if it is empty or a placeholder for a missing
  /// value.
  package static func content(of field: String) -> String? {
    let text = trimmed(field)
    if text.utf8.count <= 4 { return absent.contains(text) ? nil : text }
    return isNoDate(text) ? nil : text
  }

  /// Returns whether a text is the date that MySQL writes where there is none, with or without a
  /// time, rather than an id.
  private static func isNoDate(_ text: String) -> Bool {
    guard text.utf8.starts(with: noDate) else { return false }
    let next = text.utf8.dropFirst(noDate.count).first
    return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "T")
  }

  private static let noDate = Array("0000-00-00".utf8)

  /// Trims white space, with a fast path for fields whose ends are plain ASCII.
  static func trimmed(_ field: String) -> String {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { 0x21...0x7E ~= $0 } ?? true }
    let hasPlainEnds = isPlain(field.utf8.first) && isPlain(field.utf8.last)
    return hasPlainEnds ? field : field.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The placeholders for missing values of pandas, R, databases and spreadsheets, at most four
  /// letters long.
  static let absent: Set<String> = [
    "", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NaT", "NULL", "null", "None", "<NA>",
    "\\N",
    "-", "--", "---", "–", "—", ".",
  ]
}

extension InputError {
  /// Returns the error with a column as its field.
  func of(_ column: String) -> InputError {
    var error = self
    error.field = column
    return error
  }
}
