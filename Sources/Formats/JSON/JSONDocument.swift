package import Diagnostics

/// A JSON text (RFC 8259) with an index of its values, built in one pass over the bytes.
///
/// Values are looked up and decoded on demand, so that unused parts cost no more than the pass. A
/// document can be reused for another text, which invalidates its ``JSONNode``s.
///
///     let document = JSONDocument()
///     try document.read(Array(#"{"id": "ann", "doses": [1, 2.5]}"#.utf8))
///     print(document.root["doses"]!.elements.compactMap(\.number))  // [1.0, 2.5]
///
/// Safe: one thread has a document, and reads a text to its end before it looks a value up, so that
/// accesses never overlap. The place in a node of an earlier text is checked as any index is.
package final class JSONDocument {
  /// The text.
  // Parsing never overlaps with lookups, which are too many to check exclusivity each time.
  @exclusivity(unchecked) package private(set) var bytes: [UInt8] = []
  /// The values and member names, each before its content.
  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  /// The maximum nesting depth.
  private let deepest: Int
  /// Whether malformed scalars are values.
  private let isLenient: Bool
  private var open: [Int32] = []

  /// The maximum length of a text, so that offsets fit into 32 bits.
  package static let limit = Int(Int32.max)

  /// A value or the name of a member.
  struct Entry {
    /// The offset of its text; of a string, the offset after the quote.
    var start: Int32
    /// The length of a scalar in bytes without quotes, or the number of members or elements.
    var count: Int32
    /// The index of the entry after it and its content.
    var next: Int32
    var kind: Kind
    /// Whether a string contains backslashes.
    var isEscaped = false
    /// Whether a string or number is malformed, which only a lenient document has.
    var isMalformed = false
  }

  /// The kinds of values.
  enum Kind: UInt8 {
    case object, array, text, number, truth, falsehood, null
  }

  /// Creates a document that contains `null`.
  ///
  /// A lenient document also accepts NaN and Infinity, a comma before a closing bracket, and
  /// malformed numbers and strings, so that only the record with such a value is rejected instead
  /// of the whole text.
  ///
  /// - Parameters:
  ///   - deepest: The maximum nesting depth.
  ///   - isLenient: Whether the document is lenient.
  package init(deepest: Int = 64, isLenient: Bool = false) {
    (self.deepest, self.isLenient) = (deepest, isLenient)
    (bytes, entries) = (Array("null".utf8), [Entry(start: 0, count: 4, next: 1, kind: .null)])
  }

  /// The outermost value.
  package var root: JSONNode { JSONNode(document: self, place: 0) }

  /// Parses a text, replacing the previous one.
  ///
  /// - Throws: `InputError` for invalid JSON, invalid UTF-8 or excessive nesting; the document is
  ///   empty then.
  /// - Complexity: O(*n*) for *n* bytes.
  package func read(_ text: some Collection<UInt8>) throws(InputError) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    try parse()
  }

  /// Parses a text in memory, replacing the previous one.
  ///
  /// - Throws: `InputError` as for any text.
  package func read(_ text: UnsafeBufferPointer<UInt8>) throws(InputError) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    try parse()
  }

  private func parse() throws(InputError) {
    entries.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    guard bytes.count <= JSONDocument.limit else {
      throw cleared(InputError(.tooLarge(what: "bytes in one document", limit: JSONDocument.limit)))
    }
    var parser = JSONParser(
      deepest: deepest, isLenient: isLenient, entries: entries, open: open)
    (entries, open) = ([], [])
    let failure = bytes.withUnsafeBufferPointer { parser.parse($0) }
    (entries, open) = (parser.entries, parser.open)
    if let failure { throw cleared(error(failure)) }
    if parser.hasForeignBytes, (try? UTF8Span(validating: bytes.span)) == nil {
      throw cleared(InputError(.broken(.invalidUTF8)))
    }
  }

  /// Returns the user-facing error of a failure, with the surrounding text.
  private func error(_ failure: JSONParser.Failure) -> InputError {
    switch failure {
    case .tooDeep: InputError(.tooLarge(what: "levels of nested brackets", limit: deepest))
    case .truncated: InputError(.broken(.truncated))
    case .malformed(let place):
      InputError(
        .malformed(
          text: String(
            decoding: bytes[max(0, place - 20)..<min(bytes.count, place + 20)], as: UTF8.self),
          .json))
    }
  }

  private func cleared(_ error: InputError) -> InputError {
    (bytes, entries) = ([], [Entry(start: 0, count: 0, next: 1, kind: .null)])
    return error
  }
}
