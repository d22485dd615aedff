import Scheduling

/// How the fields of a table are parted and its numbers written.
struct CSVDialect: Hashable, Sendable {
  /// What parts fields.
  var delimiter = TableDelimiter.comma
  /// Whether numbers have a comma in front of their decimals.
  var hasDecimalComma = false
  /// How many columns there are, where no header names them.
  var columnCount: Int?
}

extension CSVDialect {
  /// So many rows of a file are looked at.
  private static let sampleRows = 100

  /// Finds out how the table that begins with some bytes is written.
  ///
  /// The delimiter is the one that parts the first rows into the same number of fields, two at least; of
  /// several the one that gives most. The first row is a header unless one of its fields is a number or a
  /// date. A decimal comma is one in a field between digits, where fields are parted otherwise and no
  /// number has a point.
  init(sample bytes: [UInt8], _ form: TableForm) {
    let candidates = form.delimiter.map { [$0] } ?? TableDelimiter.allCases
    let tables = candidates.map { (delimiter: $0, rows: CSVDialect.rows(of: bytes, parted: $0)) }
    // The first of those that fit alike.
    let best = tables.max {
      CSVDialect.agreement($0.rows) < CSVDialect.agreement($1.rows)
    }
    guard let (delimiter, rows) = best, let first = rows.first else { return }
    self.delimiter = delimiter
    if !(form.hasHeader ?? !first.contains(where: CSVDialect.isDatum)) { columnCount = first.count }
    let fields = rows.joined()
    let isFound =
      delimiter != .comma && fields.contains { CSVDialect.isNumber($0, mark: .comma) }
      && !fields.contains { CSVDialect.isNumber($0, mark: UInt8(ascii: ".")) }
    hasDecimalComma = form.hasDecimalComma ?? isFound
  }

  /// The whole rows of a sample.
  private static func rows(of bytes: [UInt8], parted delimiter: TableDelimiter) -> [[String]] {
    var scanner = CSVScanner(
      limit: 1 << 20, fieldLimit: CSVReader.columnLimit, delimiter: delimiter.byte)
    var rows: [[String]] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, rows.count < sampleRows {
      scanner.reset()
      let progress = scanner.scan(bytes, from: start)
      if progress == .open, !rows.isEmpty { break }
      if progress == .open { guard scanner.finish() == .ended else { break } }
      if progress == .ended || progress == .open, !scanner.isBlank {
        rows.append(
          scanner.fields.map {
            String(decoding: bytes[(start + $0.start)..<(start + $0.end)], as: UTF8.self)
          })
      }
      start += max(1, scanner.length)
    }
    return rows
  }

  /// How many fields most rows have, weighed by the share of the rows that have so many.
  private static func agreement(_ rows: [[String]]) -> Double {
    let counts = Dictionary(grouping: rows, by: \.count).mapValues(\.count)
    guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return 0 }
    let share = Double(most.value) / Double(rows.count)
    return most.key > 1 ? share * share * share * (1 + Double(most.key) / 1_000) : 0
  }

  /// Whether a field is no name of a column: a number, or something that begins with a date.
  private static func isDatum(_ field: String) -> Bool {
    if Double(field) != nil || isNumber(field, mark: .comma) { return true }
    let head = field.prefix { $0 != " " && $0 != "T" }
    return CivilDate(String(head)) != nil
      || (try? MomentFormat.dayFirst.read(head)) != nil
      || (try? MomentFormat.monthFirst.read(head)) != nil
  }

  /// Whether a field is digits around one mark.
  private static func isNumber(_ field: String, mark: UInt8) -> Bool {
    let parts = field.utf8.drop { $0 == UInt8(ascii: "-") }.split(
      separator: mark, omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { 48...57 ~= $0 } }
  }
}

extension CSVDialect: CustomStringConvertible {
  /// What was found, in words.
  var description: String {
    let header = columnCount.map { "no header, \($0) columns by number" } ?? "a header"
    let decimals = hasDecimalComma ? ", decimal commas" : ""
    return "fields parted by \(delimiter.rawValue), \(header)\(decimals)"
  }
}
