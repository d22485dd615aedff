/// An incremental scanner for the fields of one CSV record.
///
/// Offsets are relative to the start of the record.
struct CSVScanner {
  /// A field without surrounding quotes.
  struct Field {
    var start: Int
    var end = 0
    var isQuoted = false
    /// Whether the content has doubled quotes.
    var hasDoubledQuotes = false
  }

  /// The result of a scan.
  enum Progress {
    /// All bytes were scanned, and the record continues.
    case open
    /// The record is complete.
    case ended
    /// The record is invalid.
    case overLimit, strayQuote, unclosedQuote
  }

  /// The maximum number of stored fields; further fields are only counted, so that a line of
  /// delimiters takes no memory.
  var fieldLimit: Int
  /// The stored complete fields.
  private(set) var fields: [Field] = []
  /// The number of complete fields.
  private(set) var fieldCount = 0
  /// The number of scanned bytes, including the final line feed.
  private(set) var length = 0
  /// The number of line feeds inside quoted fields.
  private(set) var innerNewlines = 0

  private let limit: Int
  private let delimiter: UInt8
  /// The highest of the special bytes.
  private let highest: UInt8
  private var state = State.atFieldStart
  private var field = Field(start: 0)

  private enum State {
    case atFieldStart, unquoted, quoted
    /// After a carriage return that belongs to the field unless a line feed follows.
    case unquotedReturn
    /// After a quote in a quoted field, which ends the field unless another quote follows.
    case closed
    /// After a carriage return that follows a closing quote.
    case closedReturn
  }

  /// Creates a scanner; `limit` is the maximum size of a record in bytes, not counting its line
  /// feed.
  init(limit: Int, fieldLimit: Int, delimiter: UInt8 = .comma) {
    self.limit = limit
    self.fieldLimit = fieldLimit
    self.delimiter = delimiter
    highest = max(delimiter, .quote)
  }

  /// Whether the record is an empty line; a pair of quotes is not.
  var isBlank: Bool {
    fieldCount == 1 && fields[0].start == fields[0].end && !fields[0].isQuoted
  }

  /// Resets the scanner for the next record and keeps the capacity.
  mutating func reset() {
    fields.removeAll(keepingCapacity: true)
    fieldCount = 0
    length = 0
    innerNewlines = 0
    beginField(at: 0)
  }

  /// Continues with the bytes of the record, which start at an index and may extend beyond the
  /// record.
  ///
  /// The scan never reads past the limit, so the result does not depend on the block boundaries.
  mutating func scan(_ bytes: [UInt8], from start: Int) -> Progress {
    let bytes = bytes.span
    let end = min(bytes.count - start, limit + 1)
    while true {
      passOrdinaryBytes(bytes, from: start, to: end)
      if length == end { break }
      let progress = take(bytes[start + length])
      length += 1
      if progress != .open { return progress }
    }
    return length > limit ? .overLimit : .open
  }

  /// Skips a run of ordinary bytes within a field.
  private mutating func passOrdinaryBytes(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    guard state == .unquoted || state == .quoted else { return }
    var position = length
    while position < end, bytes[start + position] > highest { position += 1 }
    length = position
  }

  /// Ends the record at the end of the stream.
  mutating func finish() -> Progress {
    if state == .quoted { return .unclosedQuote }
    endLastField()
    return .ended
  }

  private mutating func take(_ byte: UInt8) -> Progress {
    switch (state, byte) {
    case (.quoted, .quote):
      field.end = length
      state = .closed
    case (.quoted, .newline): innerNewlines += 1
    case (.quoted, _): break
    case (.closed, .quote):
      field.hasDoubledQuotes = true
      state = .quoted
    case (.atFieldStart, .quote):
      field.start = length + 1
      field.isQuoted = true
      state = .quoted
    default: return takeOutsideQuotes(byte)
    }
    return .open
  }

  private mutating func takeOutsideQuotes(_ byte: UInt8) -> Progress {
    switch (state, byte) {
    case (_, .newline):
      endLastField()
      return .ended
    case (.closedReturn, _), (_, .quote): return .strayQuote
    case (_, delimiter):
      endField(at: length)
      beginField(at: length + 1)
    case (.closed, .carriageReturn): state = .closedReturn
    case (.closed, _): return .strayQuote
    case (_, .carriageReturn): state = .unquotedReturn
    default: state = .unquoted
    }
    return .open
  }

  private mutating func beginField(at start: Int) {
    field = Field(start: start)
    state = .atFieldStart
  }

  private mutating func endField(at end: Int) {
    if !field.isQuoted { field.end = end }
    fieldCount += 1
    if fieldCount <= fieldLimit { fields.append(field) }
  }

  /// Ends the field before a line break, excluding the carriage return.
  private mutating func endLastField() {
    endField(at: state == .unquotedReturn ? length - 1 : length)
  }
}
