import Diagnostics
import Formats
import Scheduling

/// A record of a CSV file, with one field per column.
package struct CSVRecord: Hashable, Sendable {
  /// The line on which the record starts, from 1.
  package var line: Int
  /// The unquoted fields in column order.
  package var fields: [String]

  /// Creates a record from its fields.
  package init(line: Int, fields: [String]) {
    self.line = line
    self.fields = fields
  }

  /// Returns the field of a column.
  package subscript(column: Int) -> String { fields[column] }
}

/// A reader of CSV files (RFC 4180) in UTF-8 with a header, with bounded memory.
///
/// A leading apostrophe in a quoted field, written as protection against formula injection, is
/// removed. Lines end with LF or CRLF, and empty lines are skipped. A damaged record is returned as
/// an error. If the end of the record cannot be determined (unbalanced quotes, excessive length),
/// reading continues with the next line, so that a stray quote costs one line instead of the rest
/// of the file.
final class CSVReader: Sequence, IteratorProtocol {
  /// The names of the columns in the header.
  private(set) var columns: [String] = []
  /// The line of the header, which empty lines may precede.
  private(set) var headerLine = 1

  /// The maximum number of columns in a header.
  static let columnLimit = 1_000

  /// The offset of the last record in the stream.
  private(set) var recordStart = 0

  private var buffer: ByteBuffer
  private var scanner: CSVScanner
  private var line = 1
  private var nextLine = 1
  private var endsWithoutNewline = false
  let source: String
  private let limit: Int
  private let delimiter: UInt8
  /// Whether malformed records of other programs are repaired if there is only one possible repair.
  private let repairs: Bool
  /// The number of records with unbalanced quotes that were split at delimiters only.
  private(set) var repairedQuotes = 0
  /// The fields of such a record.
  private var literal: [String]?

  /// The offset of the next record in the stream.
  var position: Int { buffer.position }

  /// Opens a file (`-` for standard input) and reads its header; `source` is its name in error
  /// messages.
  ///
  /// `limit` is the maximum size of a record in bytes, not counting its line feed.
  convenience init(path: String, source: String, limit: Int = 16 << 20) throws(InputError) {
    try self.init(ByteSource(path: path, name: source), limit: limit)
  }

  /// Reads the header of a stream.
  ///
  /// An empty stream and a damaged header are errors, because records cannot be parsed without
  /// columns.
  convenience init(_ bytes: ByteSource, limit: Int = 16 << 20) throws(InputError) {
    try self.init(bytes, CSVDialect(), limit: limit)
  }

  /// Reads the header of a stream, or numbers the columns if there is none.
  ///
  /// With `repairs`, a record may lack fields at its end or have extra empty ones, and a record
  /// with unbalanced quotes is split at its delimiters if that gives one field per column.
  init(
    _ bytes: ByteSource, _ dialect: CSVDialect, limit: Int = 16 << 20, repairs: Bool = false
  ) throws(InputError) {
    buffer = try ByteBuffer(bytes)
    delimiter = dialect.delimiter.byte
    scanner = CSVScanner(limit: limit, fieldLimit: CSVReader.columnLimit, delimiter: delimiter)
    source = bytes.name
    self.limit = limit
    self.repairs = repairs
    for _ in 0..<dialect.preambleLines where try buffer.skipLine() { nextLine += 1 }
    guard dialect.columnCount == nil else {
      columns = (0..<(dialect.columnCount ?? 0)).map { "\($0 + 1)" }
      scanner.fieldLimit = columns.count + (repairs ? CSVReader.extraFields : 0)
      return
    }
    try readHeader()
    if dialect.hasRowNumbers { nameRowNumbers() }
    for _ in 0..<dialect.extraHeaderRows { _ = next() }
  }

  /// The number of extra fields that are checked to be empty.
  private static let extraFields = 8

  /// Creates a reader of rows whose header is already known; ``restart(_:line:)`` sets its stream.
  init(columns: [String], source: String, limit: Int = 16 << 20) throws(InputError) {
    buffer = try ByteBuffer(.empty(source))
    delimiter = .comma
    scanner = CSVScanner(limit: limit, fieldLimit: columns.count)
    self.columns = columns
    self.source = source
    self.limit = limit
    repairs = false
  }

  /// Continues with other rows of the same columns, reusing the memory.
  func restart(_ bytes: ByteSource, line: Int) throws(InputError) {
    try buffer.restart(bytes)
    nextLine = line
    endsWithoutNewline = false
  }

  /// Lets a fast parser consume rows from the bytes in memory.
  ///
  /// The body receives the bytes and the line number of the first one, and returns the number of
  /// bytes that it consumed, up to the end of a line, and the number of lines.
  ///
  /// Safe: the bytes are the buffer's for the call, and the buffer counts those that were taken.
  func lend(_ body: (UnsafeBufferPointer<UInt8>, Int) -> (bytes: Int, lines: Int)) {
    let line = nextLine
    let taken = buffer.withRest { body($0, line) }
    buffer.consume(taken.bytes)
    nextLine += taken.lines
  }

  /// The allocated memory in bytes.
  var capacity: Int {
    buffer.bytes.capacity + scanner.fields.capacity * MemoryLayout<CSVScanner.Field>.stride
  }

  /// Returns the next record or its error; `nil` after the last record.
  func next() -> Result<CSVRecord, InputError>? {
    do throws(InputError) {
      return try readFields().map { .success(CSVRecord(line: line, fields: $0)) }
    } catch {
      return .failure(error.at(source: source, line: line))
    }
  }

  private func readHeader() throws(InputError) {
    do throws(InputError) {
      guard let names = try readFields() else { throw InputError(.missing, field: "header") }
      if scanner.fieldCount > names.count {
        throw InputError(.tooLarge(what: "columns", limit: names.count))
      }
      columns = names
      headerLine = line
      scanner.fieldLimit = names.count + (repairs ? CSVReader.extraFields : 0)
    } catch {
      throw error.at(source: source, line: line)
    }
  }

  /// Adds a column without a name before the others, as R writes the numbers of rows.
  private func nameRowNumbers() {
    columns.insert("", at: 0)
    scanner.fieldLimit += 1
  }

  private func readFields() throws(InputError) -> [String]? {
    while try scanRecord() {
      if let fields = literal {
        literal = nil
        return fields
      }
      defer { buffer.consume(scanner.length) }
      if scanner.isBlank || repairs && hasOnlyEmptyFields { continue }
      try checkFieldCount()
      return try texts()
    }
    return nil
  }

  /// Scans the fields of the next record; returns `false` after the last one.
  private func scanRecord() throws(InputError) -> Bool {
    line = nextLine
    recordStart = buffer.position
    scanner.reset()
    var progress = scanner.scan(buffer.bytes, from: buffer.start)
    while progress == .open, try buffer.fill() {
      progress = scanner.scan(buffer.bytes, from: buffer.start)
    }
    if progress == .open {
      if scanner.length == 0 { return false }
      endsWithoutNewline = true
      progress = scanner.finish()
    }
    let problem = problem(progress)
    if repairs, problem != nil || quoteSpansRecords(), try splitLiterally() { return true }
    if let problem { try leaveRecord(problem) }
    nextLine += scanner.innerNewlines + 1
    return true
  }

  private func problem(_ progress: CSVScanner.Progress) -> InputError.Problem? {
    switch progress {
    case .open, .ended: nil
    case .overLimit: .tooLarge(what: "bytes in one record", limit: limit)
    case .strayQuote: .broken(.strayQuote)
    case .unclosedQuote: .broken(.unclosedQuote)
    }
  }

  /// Abandons a record at the end of its first line.
  private func leaveRecord(_ problem: InputError.Problem) throws(InputError) -> Never {
    nextLine += 1
    endsWithoutNewline = try !buffer.skipLine()
    throw InputError(problem)
  }

  /// Validates the number of fields against the header; the header itself is parsed without
  /// columns.
  private func checkFieldCount() throws(InputError) {
    let found = scanner.fieldCount
    if found == columns.count || columns.isEmpty || hasRepairableWidth { return }
    let isTruncated = endsWithoutNewline && found < columns.count
    throw InputError(
      .broken(
        isTruncated
          ? .truncated
          : .fieldCount(found: found, expected: columns.count, delimiter: delimiter)))
  }

  private func texts() throws(InputError) -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(scanner.fields.count)
    let fields = columns.isEmpty ? scanner.fields[...] : scanner.fields.prefix(columns.count)
    for field in fields {
      let column = columns.isEmpty ? nil : columns[texts.count]
      guard let text = text(of: field) else {
        throw InputError(.broken(.invalidUTF8), field: column)
      }
      texts.append(try InputError.requireFewMarks(text, field: column))
    }
    return texts
  }

  private func text(of field: CSVScanner.Field) -> String? {
    var content = buffer.slice(field.start..<field.end)
    if field.isQuoted { content = SpreadsheetText.unguarded(content) }
    guard field.hasDoubledQuotes else { return String(utf8: content.span) }
    var keeps = true
    let single = content.filter { byte in
      keeps = byte != .quote || !keeps
      return keeps
    }
    return String(utf8: single.span)
  }
}

// Repairs of records of other programs.
extension CSVReader {
  /// Whether a record only lacks fields at its end, or has extra empty ones.
  private var hasRepairableWidth: Bool {
    guard repairs, !endsWithoutNewline || scanner.fieldCount > columns.count else { return false }
    if scanner.fieldCount < columns.count { return scanner.fieldCount > 1 }
    return scanner.fieldCount <= scanner.fields.count
      && scanner.fields[columns.count...].allSatisfy { $0.start == $0.end }
  }

  /// Whether a record has only delimiters, as spreadsheets write below the data.
  private var hasOnlyEmptyFields: Bool {
    scanner.fieldCount > 1 && scanner.fieldCount <= scanner.fields.count
      && scanner.fields.allSatisfy { $0.start == $0.end }
  }

  /// Returns whether a quoted field contains lines that are records themselves, so that its quotes
  /// are unbalanced.
  private func quoteSpansRecords() -> Bool {
    guard scanner.innerNewlines > 0, columns.count > 1 else { return false }
    return scanner.fields.contains { field in
      guard field.isQuoted else { return false }
      let lines = buffer.slice(field.start..<field.end).split(
        separator: .newline, omittingEmptySubsequences: false
      ).dropFirst()
      return !lines.isEmpty && lines.allSatisfy(isRecord)
    }
  }

  /// Returns whether a line has one field per column, the first of which is not empty and one of
  /// which is a date or number.
  private func isRecord(_ line: ArraySlice<UInt8>) -> Bool {
    let fields = line.split(separator: delimiter, omittingEmptySubsequences: false)
    guard fields.count == columns.count, fields[0].isEmpty == false else { return false }
    return fields.contains { CSVDialect.isDatum(String(decoding: $0, as: UTF8.self)) }
  }

  /// Splits the first line of a record at its delimiters, removing quotes at the ends of fields.
  ///
  /// - Returns: Whether there is one field per column; otherwise nothing is consumed.
  private func splitLiterally() throws(InputError) -> Bool {
    guard !columns.isEmpty else { return false }
    var end = buffer.newline(from: 0)
    while end == nil, buffer.count <= limit, try buffer.fill() { end = buffer.newline(from: 0) }
    let length = end ?? buffer.count
    let hasReturn = buffer.slice(0..<length).last == .carriageReturn
    let pieces = buffer.slice(0..<(hasReturn ? length - 1 : length)).split(
      separator: delimiter, omittingEmptySubsequences: false)
    guard length <= limit, pieces.count == columns.count else { return false }
    var fields: [String] = []
    for piece in pieces {
      var content = piece.drop { $0 == .quote }
      while content.last == .quote { content.removeLast() }
      guard let text = String(utf8: content.span) else { return false }
      fields.append(text)
    }
    buffer.consume(end == nil ? length : length + 1)
    endsWithoutNewline = end == nil
    nextLine += 1
    repairedQuotes += 1
    literal = fields
    return true
  }
}

// Defects of tables.
extension InputError.Defect {
  static let unclosedQuote = Self("has a quoted field that never ends (close it with a quote)")
  static let strayQuote = Self(
    "has a quote inside a field (quote the field and double the quotes in it)")

  static func fieldCount(found: Int, expected: Int, delimiter: UInt8) -> Self {
    let mark = delimiter == .comma ? "commas" : "'\(Unicode.Scalar(delimiter))'"
    return Self(
      "has \(found) fields where the header has \(expected) (quote fields that contain \(mark))")
  }
}
