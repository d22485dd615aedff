import Foundation
import Scheduling

/// A table that another program made, read row by row by the names of its columns.
///
/// A column goes by its name, or by its number from 1 where no header names it.
final class ForeignTable {
  /// The file, as the caller named it.
  let source: String
  /// What was found out of how it is written.
  let dialect: CSVDialect
  /// The columns.
  let columns: [String]
  private let reader: CSVReader
  private let times: MomentFormat

  /// Opens a file, or standard input for `-`, and finds out how it is written.
  convenience init(path: String, _ form: TableForm) throws(InputError) {
    try self.init(ByteSource(path: path, name: path == "-" ? "standard input" : path), form)
  }

  init(_ bytes: ByteSource, _ form: TableForm) throws(InputError) {
    var sample: [UInt8] = []
    while sample.count < ForeignTable.sampleSize, try bytes.appendBlock(&sample) {}
    dialect = CSVDialect(sample: sample, form)
    reader = try CSVReader(bytes.begun(by: sample), dialect)
    (source, columns, times) = (bytes.name, reader.columns, form.times)
  }

  /// So many bytes are looked at to find out how a table is written.
  private static let sampleSize = 1 << 16

  /// The place of a column that a parameter names.
  ///
  /// - Throws: `InputError` where there is none, or several; it lists those that there are.
  func place(of column: String, as parameter: String) throws(InputError) -> Int {
    let places = columns.indices.filter { columns[$0] == column }
    if let place = places.first, places.count == 1 { return place }
    if dialect.columnCount == nil, places.isEmpty, let number = Int(column),
      1...columns.count ~= number
    {
      return number - 1
    }
    if places.count > 1 {
      throw InputError(.duplicate(kind: "column", id: column), parameter: parameter, source: source)
    }
    throw InputError(
      .notOneOf(text: column, allowed: columns), parameter: parameter, source: source)
  }

  /// The next row, or what is wrong with it; `nil` behind the last.
  func next() -> Result<CSVRecord, InputError>? { reader.next() }
}

// Fields.
extension ForeignTable {
  /// What stands in a column; `nil` where nothing does, or what tools write for nothing.
  func text(_ row: CSVRecord, _ place: Int?) -> String? {
    place.flatMap { TableForm.content(of: row[$0]) }
  }

  /// The moment in a column.
  func moment(_ row: CSVRecord, _ place: Int) throws(InputError) -> Moment? {
    guard let text = text(row, place) else { return nil }
    do throws(InputError) { return try times.read(text) } catch { throw error.of(columns[place]) }
  }

  /// The text of a number, with a point in front of its decimals.
  func number(_ text: String) -> String {
    dialect.hasDecimalComma ? text.replacing(",", with: ".", maxReplacements: 1) : text
  }
}

extension TableForm {
  /// What a field says, without the white space around it; `nil` where it says nothing, in the way of any tool.
  package static func content(of field: String) -> String? {
    let text = trimmed(field)
    return text.utf8.count <= 4 && absent.contains(text) ? nil : text
  }

  /// Most fields have no white space around them, which their ends show.
  private static func trimmed(_ field: String) -> String {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { 0x21...0x7E ~= $0 } ?? true }
    let hasPlainEnds = isPlain(field.utf8.first) && isPlain(field.utf8.last)
    return hasPlainEnds ? field : field.trimmingCharacters(in: .whitespaces)
  }

  /// What pandas, R, databases and spreadsheets write where nothing is known, in four letters at most.
  static let absent: Set<String> = [
    "", "NA", "N/A", "#N/A", "NaN", "nan", "NaT", "NULL", "null", "None", "\\N",
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

extension ByteSource {
  /// A stream that begins with bytes of it that were read before.
  fileprivate func begun(by sample: [UInt8]) -> ByteSource {
    var rest: [UInt8]? = sample
    return ByteSource(name: name) { bytes throws(InputError) in
      if let begin = rest {
        rest = nil
        bytes += begin
        if !begin.isEmpty { return true }
      }
      return try appendBlock(&bytes)
    }
  }
}
