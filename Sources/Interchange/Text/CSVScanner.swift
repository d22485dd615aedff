/// Finds the fields of one CSV record, byte by byte and in as many steps as its bytes arrive.
///
/// Offsets count from the start of the record.
struct CSVScanner {
  /// A field without the quotes around it.
  struct Field {
    var start: Int
    var end = 0
    var isQuoted = false
    /// Whether the content still holds doubled quotes.
    var hasDoubledQuotes = false
  }

  /// How far a scan came.
  enum Progress {
    /// All bytes are seen, and the record goes on.
    case open
    /// The record has ended.
    case ended
    /// The record cannot be one.
    case overLimit, strayQuote, unclosedQuote
  }

  /// The most fields that are kept; more are counted only, so a line of commas takes no room.
  var fieldLimit: Int
  /// The fields that are complete and kept.
  private(set) var fields: [Field] = []
  /// The number of fields that are complete.
  private(set) var fieldCount = 0
  /// The number of bytes seen, with the line feed at the end.
  private(set) var length = 0
  /// The line feeds inside quoted fields.
  private(set) var innerNewlines = 0

  private let limit: Int
  private let delimiter: UInt8
  /// The highest of the bytes that mean something.
  private let highest: UInt8
  private var state = State.atFieldStart
  private var field = Field(start: 0)

  private enum State {
    case atFieldStart, unquoted, quoted
    /// Behind a carriage return that belongs to the field unless a line feed follows.
    case unquotedReturn
    /// Behind a quote in a quoted field: it ends the field unless another quote follows.
    case closed
    /// Behind the carriage return that follows a closing quote.
    case closedReturn
  }

  /// Creates a scanner for records of at most so many bytes before their line feed.
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

  /// Forgets the record and keeps its memory for the next one.
  mutating func reset() {
    fields.removeAll(keepingCapacity: true)
    fieldCount = 0
    length = 0
    innerNewlines = 0
    beginField(at: 0)
  }

  /// Goes on with the bytes of the record, which start at an index and may be more than the record.
  ///
  /// It never looks past the limit, so the result does not depend on how the bytes were cut up.
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

  /// Passes over a run of bytes that are content in any state that has begun.
  private mutating func passOrdinaryBytes(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    guard state == .unquoted || state == .quoted else { return }
    var position = length
    while position < end, bytes[start + position] > highest { position += 1 }
    length = position
  }

  /// Ends the record where the stream ends.
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

  /// Ends the field in front of a line break, of which the carriage return has been taken.
  private mutating func endLastField() {
    endField(at: state == .unquotedReturn ? length - 1 : length)
  }
}
