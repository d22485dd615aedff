import Scheduling

/// A record of a CSV file, with a field for each column.
package struct CSVRecord: Hashable, Sendable {
  /// The line on which the record starts, from 1.
  package var line: Int
  /// The fields in the order of the columns, without quotes around them.
  package var fields: [String]

  /// Creates a record from its fields.
  package init(line: Int, fields: [String]) {
    self.line = line
    self.fields = fields
  }

  /// The field of a column.
  package subscript(column: Int) -> String { fields[column] }
}

/// A reader of CSV files as RFC 4180 describes them, in UTF-8, with a header and in bounded memory.
///
/// Of a field in quotes that was written so that no spreadsheet runs it, the apostrophe in front is taken
/// away. Lines end with LF or CRLF, and empty lines are passed over. A record that is damaged is an error
/// in its place. Where the damage hides the end of the record (quotes, length), reading goes on with
/// the line after the one on which the record starts, so a stray quote costs one line and not the
/// rest of the file.
final class CSVReader: Sequence, IteratorProtocol {
  /// The names of the columns, as the header has them.
  private(set) var columns: [String] = []
  /// The line of the header; it is not 1 when empty lines come first.
  private(set) var headerLine = 1

  /// The most columns that a header may have.
  static let columnLimit = 1_000

  /// Where in the stream the record read last begins.
  private(set) var recordStart = 0

  private var buffer: ByteBuffer
  private var scanner: CSVScanner
  private var line = 1
  private var nextLine = 1
  private var endsWithoutNewline = false
  let source: String
  private let limit: Int
  private let delimiter: UInt8

  /// Where in the stream the next record begins.
  var position: Int { buffer.position }

  /// Opens a file, or standard input for `-`, and reads its header; errors name it as `source`.
  ///
  /// The limit is the most bytes that a record may have before its line feed.
  convenience init(path: String, source: String, limit: Int = 16 << 20) throws(InputError) {
    try self.init(ByteSource(path: path, name: source), limit: limit)
  }

  /// Reads the header of a stream.
  ///
  /// An empty stream and a damaged header are errors, for without columns no record can be read.
  convenience init(_ bytes: ByteSource, limit: Int = 16 << 20) throws(InputError) {
    try self.init(bytes, CSVDialect(), limit: limit)
  }

  /// Reads the header of a stream, or gives its columns their numbers where it has none.
  init(_ bytes: ByteSource, _ dialect: CSVDialect, limit: Int = 16 << 20) throws(InputError) {
    buffer = try ByteBuffer(bytes)
    delimiter = dialect.delimiter.byte
    scanner = CSVScanner(limit: limit, fieldLimit: CSVReader.columnLimit, delimiter: delimiter)
    source = bytes.name
    self.limit = limit
    guard dialect.columnCount == nil else {
      columns = (0..<(dialect.columnCount ?? 0)).map { "\($0 + 1)" }
      scanner.fieldLimit = columns.count
      return
    }
    try readHeader()
  }

  /// Creates a reader of rows whose header was read elsewhere; ``restart(_:line:)`` gives it some.
  init(columns: [String], source: String, limit: Int = 16 << 20) throws(InputError) {
    buffer = try ByteBuffer(.empty(source))
    delimiter = .comma
    scanner = CSVScanner(limit: limit, fieldLimit: columns.count)
    self.columns = columns
    self.source = source
    self.limit = limit
  }

  /// Goes on with other rows of the same columns, in the same memory.
  func restart(_ bytes: ByteSource, line: Int) throws(InputError) {
    try buffer.restart(bytes)
    nextLine = line
    endsWithoutNewline = false
  }

  /// Lets somebody else read rows from the bytes that are in memory.
  ///
  /// The body gets the bytes and the line of the first one, and answers how many bytes it took, up to
  /// the end of a line, and how many lines these are.
  ///
  /// Safe: the bytes are the buffer's for the call, and the buffer counts those that were taken.
  func lend(_ body: (UnsafeBufferPointer<UInt8>, Int) -> (bytes: Int, lines: Int)) {
    let line = nextLine
    let taken = buffer.withRest { body($0, line) }
    buffer.consume(taken.bytes)
    nextLine += taken.lines
  }

  /// The memory that the reader holds, in bytes.
  var capacity: Int {
    buffer.bytes.capacity + scanner.fields.capacity * MemoryLayout<CSVScanner.Field>.stride
  }

  /// Returns the next record or what is wrong with it, or `nil` after the last one.
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
      scanner.fieldLimit = names.count
    } catch {
      throw error.at(source: source, line: line)
    }
  }

  private func readFields() throws(InputError) -> [String]? {
    while try scanRecord() {
      defer { buffer.consume(scanner.length) }
      if scanner.isBlank { continue }
      try checkFieldCount()
      return try texts()
    }
    return nil
  }

  /// Finds the fields of the next record; returns `false` after the last one.
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
    if let problem = problem(progress) { try leaveRecord(problem) }
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

  /// Gives up a record at the end of its first line.
  private func leaveRecord(_ problem: InputError.Problem) throws(InputError) -> Never {
    nextLine += 1
    endsWithoutNewline = try !buffer.skipLine()
    throw InputError(problem)
  }

  /// Checks a record against the header, which is the one record that is read without columns.
  private func checkFieldCount() throws(InputError) {
    let found = scanner.fieldCount
    if found == columns.count || columns.isEmpty { return }
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
    for field in scanner.fields {
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

// What only tables of fields can have.
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
