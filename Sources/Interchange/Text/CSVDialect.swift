import Diagnostics
import ScheduleFormats
import Scheduling

/// The delimiter, header and decimal mark of a text table.
struct CSVDialect: Hashable, Sendable {
  /// The delimiter.
  var delimiter = TableDelimiter.comma
  /// Whether numbers have a decimal comma.
  var hasDecimalComma = false
  /// The number of columns of a table without a header.
  var columnCount: Int?
  /// The number of lines before the header: titles, comments, `sep=;`.
  var preambleLines = 0
  /// The number of rows below the header that describe its columns, such as units.
  var extraHeaderRows = 0
  /// Whether the first field of each row is its number, which the header does not name.
  var hasRowNumbers = false
}

extension CSVDialect {
  /// The number of sampled rows.
  private static let sampleRows = 100

  /// Detects the dialect from the beginning of a table.
  ///
  /// The delimiter is the one that splits most rows into the same number of fields, at least two;
  /// ties are resolved by the larger number of fields. The decimal mark is a comma if it occurs
  /// between digits in a field, is not the delimiter, and no number has a point.
  init(sample bytes: [UInt8], _ form: TableForm) {
    let hinted = CSVDialect.hint(bytes)
    let candidates = (form.delimiter ?? hinted).map { [$0] } ?? TableDelimiter.allCases
    let samples = candidates.map { ($0, CSVDialect.rows(of: bytes, delimiter: $0)) }
    // The first of equally good candidates.
    let best = samples.max { CSVDialect.agreement($0.1) < CSVDialect.agreement($1.1) }
    guard let (delimiter, rows) = best, !rows.isEmpty else { return }
    self.delimiter = delimiter
    takeHeader(HeaderSearch(rows, hasHeader: form.hasHeader), rows)
    let fields = rows.lazy.map(\.fields).joined()
    let isFound =
      delimiter != .comma && fields.contains { CSVDialect.isNumber($0, mark: .comma) }
      && !fields.contains { CSVDialect.isNumber($0, mark: UInt8(ascii: ".")) }
    hasDecimalComma = form.hasDecimalComma ?? isFound
  }

  private mutating func takeHeader(_ search: HeaderSearch, _ rows: [Row]) {
    preambleLines = rows[search.first].line
    guard search.hasHeader else { return columnCount = rows[search.first].fields.count }
    extraHeaderRows = search.extraRows
    let data = rows.dropFirst(search.first + 1 + search.extraRows)
    hasRowNumbers = CSVDialect.areNumbered(data, below: rows[search.first].fields)
  }

  /// Returns whether all rows have one more field than the header, the first of which is their
  /// number, and the last named column has values.
  private static func areNumbered(_ rows: ArraySlice<Row>, below header: [String]) -> Bool {
    guard rows.count > 1, let last = header.lastIndex(where: { !$0.isEmpty }) else { return false }
    let areNumbers = zip(rows, 1...).allSatisfy { row, number in
      row.fields.count == header.count + 1 && Int(row.fields[0]) == number
    }
    return areNumbers && rows.contains { !$0.fields[last + 1].isEmpty }
  }

  /// A sampled record with the number of preceding lines.
  struct Row {
    var line: Int
    var fields: [String]
  }

  /// Returns the delimiter in a first line such as `sep=;`, which spreadsheets write.
  private static func hint(_ bytes: [UInt8]) -> TableDelimiter? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let line = bytes[start...].prefix { $0 != .newline && $0 != .carriageReturn }
    guard line.count == 5, line.starts(with: Array("sep=".utf8)) else { return nil }
    return TableDelimiter.allCases.first { $0.byte == line.last }
  }

  /// Returns the complete records of a sample.
  private static func rows(of bytes: [UInt8], delimiter: TableDelimiter) -> [Row] {
    var scanner = CSVScanner(
      limit: 1 << 16, fieldLimit: CSVReader.columnLimit, delimiter: delimiter.byte)
    var rows: [Row] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 0
    while start < bytes.count, rows.count < sampleRows {
      scanner.reset()
      let progress = scanner.scan(bytes, from: start)
      if progress == .open, !rows.isEmpty { break }
      if progress == .open { guard scanner.finish() == .ended else { break } }
      guard progress == .ended || progress == .open else {
        // A record with unbalanced quotes ends with its first line.
        let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
        (start, line) = (end + 1, line + 1)
        continue
      }
      if !scanner.isBlank {
        let fields = scanner.fields.map {
          String(decoding: bytes[(start + $0.start)..<(start + $0.end)], as: UTF8.self)
        }
        rows.append(Row(line: line, fields: fields))
      }
      line += scanner.innerNewlines + 1
      start += max(1, scanner.length)
    }
    return rows
  }

  /// Returns the most frequent number of fields, weighted by the share of its rows.
  private static func agreement(_ rows: [Row]) -> Double {
    let counts = Dictionary(grouping: rows, by: \.fields.count).mapValues(\.count)
    guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return 0 }
    let share = Double(most.value) / Double(rows.count)
    return most.key > 1 ? share * share * share * (1 + Double(most.key) / 1_000) : 0
  }

  /// Returns whether a field is a number or starts with a date, so that it is not a column name.
  static func isDatum(_ field: String) -> Bool { CellKind(field).isDatum }

  /// Returns whether a field consists of digits around a single mark.
  private static func isNumber(_ field: String, mark: UInt8) -> Bool {
    let parts = field.utf8.drop { $0 == UInt8(ascii: "-") }.split(
      separator: mark, omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { 48...57 ~= $0 } }
  }
}

extension CSVDialect: CustomStringConvertible {
  /// The description of the dialect.
  var description: String {
    let header = columnCount.map { "no header, \($0) columns by number" } ?? "header"
    let parts = [
      "delimiter: \(delimiter.rawValue)", header,
      preambleLines > 0 ? "\(preambleLines.counting("line")) before it skipped" : nil,
      extraHeaderRows > 0 ? "\(extraHeaderRows.counting("more header row")) skipped" : nil,
      hasDecimalComma ? "decimal comma" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}

extension String {
  /// The text of a date in a column's name, without the `X` that R writes before digits.
  var ofDay: String {
    let isMarked =
      utf8.first == UInt8(ascii: "X") && utf8.dropFirst().first.map { 48...57 ~= $0 } == true
    return isMarked ? String(dropFirst()) : self
  }
}

/// The apparent type of a field.
enum CellKind: Hashable {
  case empty, number, moment, word

  /// Classifies a field.
  init(_ field: String) {
    guard let text = TableForm.content(of: field) else {
      self = .empty
      return
    }
    guard text.utf8.contains(where: { 48...57 ~= $0 }) else {
      self = .word
      return
    }
    if CellNumber(text)?.unit.isEmpty == true {
      self = .number
    } else if !MomentFormat.candidates(for: text).isEmpty || CivilTime(written: text) != nil {
      self = .moment
    } else {
      self = .word
    }
  }

  /// Whether the field is a number, date or time.
  var isDatum: Bool { self == .number || self == .moment }
}

/// The detection of a header among the first rows of a table.
struct HeaderSearch {
  /// The index of the first row of the table.
  private(set) var first = 0
  private(set) var hasHeader = true
  /// The number of rows between the header and the data.
  private(set) var extraRows = 0

  /// Finds the header.
  ///
  /// The data start with the first row whose fields have the types of most rows. The header is the
  /// row before with the most fields, the first one of several; a table whose first row is data has
  /// none.
  init(_ rows: [CSVDialect.Row], hasHeader: Bool?) {
    if hasHeader != false, let place = HeaderSearch.headerOfDays(rows) {
      first = place
      return
    }
    let kinds = rows.map { $0.fields.map(CellKind.init) }
    let width = HeaderSearch.mostFrequent(rows.map(\.fields.count)) ?? 0
    let columns = (0..<width).map { HeaderSearch.kind(of: $0, in: kinds, width) }
    let isData = zip(rows, kinds).map { row, kinds in
      kinds.count >= width && HeaderSearch.fits(kinds, columns)
    }
    let hasData = columns.contains(where: \.isDatum)
    let firstData = hasData ? isData.firstIndex(of: true) ?? 0 : 1
    let before = rows.indices.prefix(firstData).filter { HeaderSearch.isHeader(rows[$0], width) }
    func fullness(_ row: Int) -> Int { kinds[row].count { $0 != .empty } }
    guard hasHeader != false, let header = before.max(by: { fullness($0) < fullness($1) }) else {
      self.hasHeader = hasHeader ?? false
      first = hasHeader == true || !before.isEmpty || !hasData ? 0 : firstData
      if !hasData, hasHeader == nil { (self.hasHeader, first) = (true, 0) }
      return
    }
    let fullest = before.first { fullness($0) == fullness(header) } ?? header
    first = fullest
    // Rows whose words repeat below are data without a number or date.
    extraRows =
      rows[(fullest + 1)..<max(fullest + 1, firstData)].prefix { row in
        !HeaderSearch.recurs(row, in: rows[firstData...])
      }.count
  }

  /// Returns the row whose fields, except for at most three, are distinct dates, while the row
  /// below has none in those columns.
  private static func headerOfDays(_ rows: [CSVDialect.Row]) -> Int? {
    for (place, row) in rows.prefix(10).enumerated() where place + 1 < rows.count {
      let days = row.fields.indices.filter {
        isDay(row.fields[$0]) && !row.fields[$0].contains(":")
      }
      let below = rows[place + 1].fields
      let isHeader =
        days.count >= 3 && days.count + 3 >= row.fields.count
        && Set(days.map { row.fields[$0] }).count == days.count
        && !days.contains { $0 < below.count && isDay(below[$0]) }
      if isHeader { return place }
    }
    return nil
  }

  /// Returns whether a text is a date that may name a column of a day.
  static func isDay(_ field: String) -> Bool {
    let text = field.ofDay
    let isBasic = text.utf8.count == 8 && MomentFormat.candidates(for: text).contains(.automatic)
    return Int(text) == nil ? !MomentFormat.candidates(for: text).isEmpty : isBasic
  }

  /// Returns whether a field of a row occurs in the same column of other rows.
  private static func recurs(
    _ row: CSVDialect.Row, in rows: ArraySlice<CSVDialect.Row>
  ) -> Bool {
    rows.contains { other in
      zip(row.fields, other.fields).contains { $0 == $1 && TableForm.content(of: $0) != nil }
    }
  }

  private static func mostFrequent(_ counts: [Int]) -> Int? {
    Dictionary(grouping: counts) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?
      .key
  }

  /// Returns the most frequent type of a column's non-empty fields.
  private static func kind(of column: Int, in rows: [[CellKind]], _ width: Int) -> CellKind {
    let own = rows.filter { $0.count == width }.map { $0[column] }.filter { $0 != .empty }
    // The last of equally frequent types, because the first may be that of the header.
    let most = own.reversed().max { one, other in
      own.count { $0 == one } < own.count { $0 == other }
    }
    return most ?? .word
  }

  /// Returns whether the numbers and dates of a row are in columns of such.
  private static func fits(_ row: [CellKind], _ columns: [CellKind]) -> Bool {
    let known = zip(row, columns).filter { $0.0 != .empty && $0.1.isDatum }
    return !known.isEmpty && known.count { $0.0 == $0.1 } * 2 > known.count
  }

  /// Returns whether a row can name the columns: most of its fields are non-empty and distinct.
  private static func isHeader(_ row: CSVDialect.Row, _ width: Int) -> Bool {
    let names = row.fields.filter { TableForm.content(of: $0) != nil }
    return row.fields.count >= min(width, 2) && names.count * 2 > width
      && Set(names).count * 2 > names.count && names.contains { CellKind($0) == .word }
  }
}
