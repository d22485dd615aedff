import Scheduling

/// The delimiter, header and decimal mark of a table of text.
struct CSVDialect: Hashable, Sendable {
  /// The delimiter.
  var delimiter = TableDelimiter.comma
  /// Whether numbers have a decimal comma.
  var hasDecimalComma = false
  /// The number of columns, where no header names them.
  var columnCount: Int?
  /// The lines before the header: titles, comments, `sep=;`.
  var preambleLines = 0
  /// The rows below the header that describe its columns, such as units.
  var extraHeaderRows = 0
}

extension CSVDialect {
  /// The number of rows that are looked at.
  private static let sampleRows = 100

  /// Detects the dialect of the table that begins with some bytes.
  ///
  /// The delimiter is the one that splits most rows into the same number of fields, two at least; of
  /// several the one that gives most fields. A decimal comma is one between digits in a field, where the
  /// delimiter is another and no number has a point.
  init(sample bytes: [UInt8], _ form: TableForm) {
    let hinted = CSVDialect.hint(bytes)
    let candidates = (form.delimiter ?? hinted).map { [$0] } ?? TableDelimiter.allCases
    let samples = candidates.map { ($0, CSVDialect.rows(of: bytes, delimiter: $0)) }
    // The first of those that fit alike.
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
  }

  /// A record of a sample with the number of lines before it.
  struct Row {
    var line: Int
    var fields: [String]
  }

  /// The delimiter that a first line `sep=;`, as spreadsheets write it, names.
  private static func hint(_ bytes: [UInt8]) -> TableDelimiter? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let line = bytes[start...].prefix { $0 != .newline && $0 != .carriageReturn }
    guard line.count == 5, line.starts(with: Array("sep=".utf8)) else { return nil }
    return TableDelimiter.allCases.first { $0.byte == line.last }
  }

  /// The records of a sample that are whole.
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
        // A record whose quotes do not pair ends with its first line.
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

  /// The number of fields that most rows have, weighed by the share of those rows.
  private static func agreement(_ rows: [Row]) -> Double {
    let counts = Dictionary(grouping: rows, by: \.fields.count).mapValues(\.count)
    guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return 0 }
    let share = Double(most.value) / Double(rows.count)
    return most.key > 1 ? share * share * share * (1 + Double(most.key) / 1_000) : 0
  }

  /// Whether a field is a number, or begins with a date, so that it names no column.
  static func isDatum(_ field: String) -> Bool { CellKind(field).isDatum }

  /// Whether a field is digits around one mark.
  private static func isNumber(_ field: String, mark: UInt8) -> Bool {
    let parts = field.utf8.drop { $0 == UInt8(ascii: "-") }.split(
      separator: mark, omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { 48...57 ~= $0 } }
  }
}

extension CSVDialect: CustomStringConvertible {
  /// The dialect in words.
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

/// What a field of a table seems to be.
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

  /// Whether it is a number or a date or time.
  var isDatum: Bool { self == .number || self == .moment }
}

/// The header among the first rows of a table.
struct HeaderSearch {
  /// The row with which the table begins.
  private(set) var first = 0
  private(set) var hasHeader = true
  /// The rows between the header and the data.
  private(set) var extraRows = 0

  /// Finds the header.
  ///
  /// The data begin with the first row that has the kinds of field that most rows have. The header is the
  /// fullest of the rows before, of equally full ones the first; a table whose data begin with its first row
  /// has none.
  init(_ rows: [CSVDialect.Row], hasHeader: Bool?) {
    let kinds = rows.map { $0.fields.map(CellKind.init) }
    let width = HeaderSearch.commonest(rows.map(\.fields.count)) ?? 0
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
      first = hasHeader == true ? 0 : (before.isEmpty ? firstData : 0)
      if !hasData, hasHeader == nil { (self.hasHeader, first) = (true, 0) }
      return
    }
    let fullest = before.first { fullness($0) == fullness(header) } ?? header
    first = fullest
    // Rows whose words come again below are data that lack a number or date.
    extraRows =
      rows[(fullest + 1)..<max(fullest + 1, firstData)].prefix { row in
        !HeaderSearch.recurs(row, in: rows[firstData...])
      }.count
  }

  /// Whether a field of a row is in the same column of other rows.
  private static func recurs(
    _ row: CSVDialect.Row, in rows: ArraySlice<CSVDialect.Row>
  ) -> Bool {
    rows.contains { other in
      zip(row.fields, other.fields).contains { $0 == $1 && TableForm.content(of: $0) != nil }
    }
  }

  private static func commonest(_ counts: [Int]) -> Int? {
    Dictionary(grouping: counts) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?
      .key
  }

  /// The kind of most fields of a column, the empty ones apart.
  private static func kind(of column: Int, in rows: [[CellKind]], _ width: Int) -> CellKind {
    let own = rows.filter { $0.count == width }.map { $0[column] }.filter { $0 != .empty }
    // Of equally common kinds the last counts, as the first may be the header's.
    let most = own.reversed().max { one, other in
      own.count { $0 == one } < own.count { $0 == other }
    }
    return most ?? .word
  }

  /// Whether the numbers and moments of a row are in the columns that have some.
  private static func fits(_ row: [CellKind], _ columns: [CellKind]) -> Bool {
    let known = zip(row, columns).filter { $0.0 != .empty && $0.1.isDatum }
    return !known.isEmpty && known.count { $0.0 == $0.1 } * 2 > known.count
  }

  /// Whether a row can name the columns: most of its fields are there, and they differ.
  private static func isHeader(_ row: CSVDialect.Row, _ width: Int) -> Bool {
    let names = row.fields.filter { TableForm.content(of: $0) != nil }
    return row.fields.count >= min(width, 2) && names.count * 2 > width
      && Set(names).count * 2 > names.count && names.contains { CellKind($0) == .word }
  }
}
